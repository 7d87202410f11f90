// Connect four on a web page: Lua is wasmoon's, the board is a canvas. The folder has this file, index.html, main.lua,
// alphabeta.lua of a release, and the rules, examples/games/connect4.lua. Its folder `wasmoon` is the package's `dist`.
'use strict';

const COLOURS = ['#16202c', '#e04848', '#f0cc40'];
const CELL = 100;
const canvas = document.getElementById('board');
const line = document.getElementById('status');

function draw(board) {
  const context = canvas.getContext('2d');
  context.fillStyle = '#28507c';
  context.fillRect(0, 0, canvas.width, canvas.height);
  [...board.cells].forEach((cell, i) => {
    context.fillStyle = COLOURS[Number(cell)];
    context.beginPath();
    context.arc(((i % 7) + 0.5) * CELL, (Math.floor(i / 7) + 0.5) * CELL, 0.42 * CELL, 0, 2 * Math.PI);
    context.fill();
  });
  line.textContent = board.status;
}

async function main() {
  const factory = new wasmoon.LuaFactory('wasmoon/glue.wasm');
  for (const name of ['alphabeta.lua', 'connect4.lua', 'main.lua']) {
    await factory.mountFile(name, await (await fetch(name)).text());
  }
  const lua = await factory.createEngine();
  lua.global.set('now', () => performance.now() / 1000);
  lua.global.set('draw', (cells, status) => draw({ cells, status }));
  await lua.doFile('main.lua');
  const [drop, update, begin] = ['drop', 'update', 'begin'].map((name) => lua.global.get(name));
  canvas.addEventListener('click', (event) => drop(Math.floor((event.offsetX / canvas.clientWidth) * 7) + 1));
  document.getElementById('again').addEventListener('click', () => begin());
  let last = performance.now();
  requestAnimationFrame(function frame(time) {
    update(Math.max(time - last, 0) / 1000);
    last = time;
    requestAnimationFrame(frame);
  });
  window.page = { factory, lua };
}

main().catch((error) => { line.textContent = error; });
