// The pictures that are kept: of every type of shape beside its nearest point, for the manual, and of whole pages.
// `node test/pictures.mjs` draws them anew; the test compares them with what is kept.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clearance, close, folder, newTab, pageOf, readText, root, startBrowser, stopBrowser, visit } from './support.mjs';

export const manual = join(root, 'docs', 'manual', 'pictures');
export const pages = join(root, 'web', 'test', 'pictures');

/// The shapes of the manual's scene, and what else a shape can be.
function shapes() {
  const scene = JSON.parse(readText(join(root, 'docs', 'manual', 'examples', 'shapes.json')));
  return new Map([
    ...scene.bodies.map(({ name, shape }) => [name, shape]),
    ['mesh', { type: 'mesh', file: join(root, 'docs', 'manual', 'examples', 'bracket.obj'), scale: 12 }],
    ['rounding', { type: 'box', size: [0.8, 0.5, 0.6], rounding: 0.15 }],
  ]);
}

const step = 3;
const placeOf = (i) => [step * (i % 3), step * (Math.floor(i / 3) % 3), step * Math.floor(i / 9)];

/// Each beside a ball, all in one scene.
function sceneOf(all) {
  const bodies = [];
  const pairs = [];
  all.forEach(([name, shape], i) => {
    const [x, y, z] = placeOf(i);
    const middle = shape.type === 'mesh' ? [0.5, 0.24, 0.45] : [0, 0, 0]; // that one has a corner at its origin
    bodies.push({ name, shape, pose: { position: [x, y, z].map((c, k) => c - middle[k]) } },
                { name: `ball at the ${name}`, shape: { type: 'sphere', radius: 0.14 }, pose: { position: [x + 0.62, y + 0.46, z + 0.66] } });
    pairs.push([name, `ball at the ${name}`]);
  });
  return { clearance: 1, bodies, pairs };
}

const png = (url) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
const pictureOf = async (page, pair) => {
  const [x, y, z] = placeOf(pair);
  const ball = { centre: [x + 0.2, y + 0.15, z + 0.12], radius: 1.12 };
  return png(await page.evaluate(([which, around]) => window.clearancePage.snapshot(200, 150, which, around), [pair, ball]));
};
const pictureOfAll = async (page) => png(await page.evaluate(() => window.clearancePage.snapshot(160, 120)));

/// All of them by file, as PNG.
export async function draw() {
  const files = new Map();
  const page = await newTab({ width: 700, height: 500 });
  const all = [...shapes()];
  await visit(page, pageOf('pictures', sceneOf(all)), '#theme=light');
  for (const [i, [name]] of all.entries()) files.set(join(manual, `${name}.png`), await pictureOf(page, i));
  const demo = join(folder, 'demo.html');
  clearance(['demo', '--seconds', '0.5', '-o', demo]);
  await visit(page, demo, '#theme=light');
  for (const theme of ['light', 'dark']) {
    if (theme === 'dark') await page.keyboard.press('d');
    files.set(join(pages, `demo-${theme}.png`), await pictureOfAll(page));
  }
  const overlap = { clearance: 1, bodies: [
    { name: 'cone', shape: { type: 'cone', radius: 0.6, length: 1 } },
    { name: 'box', shape: { type: 'box', size: [0.8, 0.5, 0.6] }, pose: { position: [0.3, -0.2, -0.3] } },
  ] };
  await visit(page, pageOf('overlap', overlap), '#theme=light');
  files.set(join(pages, 'overlap.png'), await pictureOfAll(page));
  await close(page);
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await startBrowser();
  mkdirSync(manual, { recursive: true });
  mkdirSync(pages, { recursive: true });
  for (const [file, bytes] of await draw()) {
    writeFileSync(file, bytes);
    console.log(file.slice(root.length + 1), bytes.length);
  }
  await stopBrowser();
}
