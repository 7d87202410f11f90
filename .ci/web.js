// Plays the game on the web: serves a folder on 127.0.0.1, makes three moves in headless Chromium, reads from the page's
// console what the opponent finds, and takes a screenshot.
//   node .ci/web.js FOLDER SCREENSHOT
// The package playwright-core lies in build/npm, where make puts it; CHROMIUM names the browser.
const fs = require('fs');
const http = require('http');
const path = require('path');
const { chromium } = require('../build/npm/playwright-core/node_modules/playwright-core');

const [folder, screenshot] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const WATCHDOG = 180e3; // milliseconds until the game must be ready for the next move

const server = http.createServer((request, response) => {
  const name = path.join(folder, path.normalize(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html'));
  fs.readFile(name, (error, bytes) => {
    response.writeHead(error ? 404 : 200, { 'Content-Type': TYPES[path.extname(name)] || 'application/octet-stream' });
    response.end(error ? '' : bytes);
  });
});

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

async function play(page) {
  const next = watch(page);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  let state = await next();
  if (state.engine[0] !== 'Lua') throw new Error(`the engine is ${state.engine}`);
  for (let move = 1; move <= 3; move += 1) {
    const canvas = await page.locator('#canvas').boundingBox();
    const { x, y } = state.middle[4];
    await page.mouse.click(canvas.x + x, canvas.y + y);
    const before = Number(state.turn[0]);
    state = await next();
    if (Number(state.turn[0]) !== before + 2) throw new Error(`after move ${move} there are ${state.turn[0]} stones`);
    if (!Number.isFinite(Number(state.turn[4]))) throw new Error(`no value: ${state.turn}`);
  }
  await page.screenshot({ path: screenshot });
}

async function main() {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=swiftshader', '--enable-webgl', '--ignore-gpu-blocklist', '--mute-audio'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
    await play(page);
    console.log('three moves were played');
  } finally {
    await browser.close();
    server.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
