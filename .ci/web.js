// Looks at the page of the web as visitors do: serves a folder on 127.0.0.1, opens the programs in headless Chromium in
// the sizes of a phone, a laptop and a large screen, plays connect four by mouse and by touch, and takes screenshots.
//   node .ci/web.js FOLDER SCREENSHOTS
// FOLDER has the page that .ci/web.sh makes, with the program `played`, which tells on the console what it does. The
// package playwright-core lies in build/npm, where make puts it; CHROMIUM names the browser.
const fs = require('fs');
const http = require('http');
const path = require('path');
const { chromium } = require('../build/npm/playwright-core/node_modules/playwright-core');

const [folder, screenshots] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const WATCHDOG = 600e3; // milliseconds in which something must move, however busy the machine is
const SIZES = [
  { name: 'phone', width: 390, height: 844, hasTouch: true },
  { name: 'laptop', width: 1366, height: 768 },
  { name: 'large', width: 1920, height: 1080 },
];
const COLOURS = 40; // at least so many are in a column of the painted board; with 4 bits a channel there are a dozen

const server = http.createServer((request, response) => {
  const name = path.join(folder, path.normalize(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html'));
  fs.readFile(name, (error, bytes) => {
    response.writeHead(error ? 404 : 200, { 'Content-Type': TYPES[path.extname(name)] || 'application/octet-stream' });
    response.end(error ? '' : bytes);
  });
});

function address(program) {
  return `http://127.0.0.1:${server.address().port}/${program}`;
}

function check(is_right, what) {
  if (!is_right) throw new Error(what);
}

// Turns the lines of the console into states of the game: `next` waits for the one in which the person may move.
function watch(page) {
  const states = [];
  let state = { middle: {} };
  let wake = () => {};
  page.on('console', (message) => {
    const words = message.text().trim().split(' ');
    if (words[0] !== 'test:') return console.log(`console: ${message.text()}`);
    console.log(message.text());
    if (words[1] === 'middle') state.middle[words[2]] = { x: Number(words[3]), y: Number(words[4]) };
    else if (words[1] === 'ready') {
      states.push(state);
      state = { middle: {} };
      wake();
    } else state[words[1]] = words.slice(2);
    return undefined;
  });
  page.on('pageerror', (error) => console.log(`error: ${error}`));
  return async function next() {
    const deadline = Date.now() + WATCHDOG;
    while (states.length === 0) {
      if (Date.now() > deadline) throw new Error('the game is not ready for a move');
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, 1000);
      });
    }
    return states.shift();
  };
}

// How many colours a column of the picture has, and how many its pixels are.
async function count_colours(page, x) {
  const image = (await page.screenshot()).toString('base64');
  return page.evaluate(async ([bytes, column]) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${bytes}`;
    await picture.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(column, 0, 1, picture.height);
    const colours = new Set();
    for (let i = 0; i < data.length; i += 4) colours.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
    return colours.size;
  }, [image, Math.round(x)]);
}

// Makes three moves in connect four, by touch or by mouse.
async function play(page, size) {
  const next = watch(page);
  await page.goto(address('played/'));
  let state = await next();
  check(state.engine[0] === 'Lua', `the engine is ${state.engine}`);
  check(Number(state.size[0]) === size.width && Number(state.size[1]) === size.height, `the game has the size ${state.size}`);
  for (const column of [1, 7]) {
    const { x, y } = state.middle[column];
    check(x > 0 && x < size.width && y > 0 && y < size.height, `column ${column} is outside of the window: ${x}, ${y}`);
  }
  for (let move = 1; move <= 3; move += 1) {
    const { x, y } = state.middle[4];
    await (size.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
    const before = Number(state.turn[0]);
    state = await next();
    check(Number(state.turn[0]) === before + 2, `after move ${move} there are ${state.turn[0]} stones`);
    check(Number.isFinite(Number(state.turn[4])), `no value: ${state.turn}`);
  }
  const colours = await count_colours(page, (state.middle[3].x + state.middle[4].x) / 2);
  console.log(`${size.name}: ${colours} colours in a column`);
  check(colours >= COLOURS, `${colours} colours in a column of the board`);
}

// The walk through a search shows itself, and goes on by a key.
async function walk(page) {
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(address('tree/'));
  await page.waitForFunction(() => document.getElementById('status').hidden, null, { timeout: WATCHDOG });
  const deadline = Date.now() + WATCHDOG;
  let before, now;
  do { // it moves by itself as it begins
    before = now;
    await page.waitForTimeout(1000);
    now = (await page.screenshot()).toString('base64');
  } while (now !== before && Date.now() < deadline);
  while (now === before && errors.length === 0 && Date.now() < deadline) {
    await page.keyboard.press('ArrowRight', { delay: 100 });
    now = (await page.screenshot()).toString('base64');
  }
  check(errors.length === 0, `the walk: ${errors}`);
  check(now !== before, 'the walk does not go on by a key');
}

async function look(browser, size) {
  const { name, hasTouch } = size;
  const viewport = { width: size.width, height: size.height };
  const context = await browser.newContext({ viewport, hasTouch: Boolean(hasTouch), isMobile: Boolean(hasTouch) });
  const page = await context.newPage();
  await page.goto(address(''));
  check(await page.locator('a').count() >= 2, 'the page links no programs');
  await page.screenshot({ path: path.join(screenshots, `web-${name}.png`) });
  await play(page, size);
  await page.screenshot({ path: path.join(screenshots, `web-${name}-connect4.png`) });
  const other = await context.newPage();
  await walk(other);
  await other.screenshot({ path: path.join(screenshots, `web-${name}-tree.png`) });
  await context.close();
  console.log(`${name}: three moves were played`);
}

async function main() {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=swiftshader', '--enable-webgl', '--ignore-gpu-blocklist', '--mute-audio'],
  });
  try {
    for (const size of SIZES) await look(browser, size);
  } finally {
    await browser.close();
    server.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
