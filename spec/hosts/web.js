// Plays the page of examples/web in headless Chromium by clicks, to the end of a match, and compares searches:
//   node spec/hosts/web.js FOLDER OF THE PAGE, FILE OF SEARCHES, MODULE PLAYWRIGHT, PICTURES BEGIN WITH
'use strict';

const fs = require('fs');
const http = require('http');
const path = require('path');

const [folder, searches, playwright, pictures] = process.argv.slice(2);
const { chromium } = require(path.resolve(playwright));

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.lua': 'text/plain', '.wasm': 'application/wasm' };
const server = http.createServer((request, response) => {
  const name = request.url === '/' ? '/index.html' : request.url;
  fs.readFile(path.join(folder, path.normalize(name)), (error, bytes) => {
    response.writeHead(error ? 404 : 200, { 'content-type': TYPES[path.extname(name)] || 'text/plain' });
    response.end(error ? '' : bytes);
  });
});

// Keeps how long frames take, from now on.
const watch = (page) => page.evaluate(() => {
  window.frames_seen = [];
  let last = performance.now();
  requestAnimationFrame(function frame(time) {
    window.frames_seen.push(time - last);
    last = time;
    requestAnimationFrame(frame);
  });
});

async function play(page) {
  const columns = [3, 4, 2, 5, 1, 6, 0];
  for (let move = 0; ; move += 1) {
    await page.waitForFunction(() => !/thinking|Loading/.test(document.getElementById('status').textContent));
    const status = await page.textContent('#status');
    if (!/^Your move/.test(status)) return console.log(`over ${status} ${move} clicks`);
    if (move === 4) await page.screenshot({ path: `${pictures}-match.png` });
    if (move > 60) throw new Error('the match does not end');
    const box = await page.locator('#board').boundingBox();
    await page.mouse.click(box.x + (box.width * (columns[(move * 3) % 7] + 0.5)) / 7, box.y + box.height / 2);
  }
}

async function main() {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox', '--mute-audio'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 800 } });
    page.setDefaultTimeout(600000);
    page.on('pageerror', (error) => console.log(`error ${error}`));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => window.page);
    const loaded = await page.evaluate(() => performance.now());
    console.log(`host Chromium ${browser.version()}, loaded in ${(loaded / 1000).toFixed(2)} s`);
    await page.screenshot({ path: `${pictures}-start.png` });
    await watch(page);
    await play(page);
    const frames = (await page.evaluate(() => window.frames_seen)).sort((a, b) => a - b);
    const [median, longest] = [frames[frames.length >> 1], frames[frames.length - 1]];
    console.log(`frames ${frames.length}, median ${median.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`);
    await page.screenshot({ path: `${pictures}-end.png` });
    const lines = await page.evaluate(async (text) => {
      const lua = await window.page.factory.createEngine();
      const told = [];
      lua.global.set('tell', (line) => told.push(line));
      await lua.doString(`${text}
        local alphabeta, before = require "alphabeta", os.clock()
        search_all(alphabeta, require "connect4", 510, tell)
        tell(("searches took %.2f s, %s, engine in %s"):format(os.clock() - before, _VERSION, alphabeta._ENGINE))`);
      return told;
    }, fs.readFileSync(searches, 'utf8'));
    console.log(lines.join('\n'));
    console.log('done');
  } finally {
    await browser.close();
    server.close();
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
