// What is drawn looks as it did: every kept picture is drawn anew, and compared within a tolerance that other graphics
// drivers stay within and another shape does not.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { newTab, readText, root, startBrowser, stopBrowser } from './support.mjs';
import { draw, manual } from './pictures.mjs';
import { basename, join } from 'node:path';

before(startBrowser);
after(stopBrowser);

const far = 40; // of 255, in some channel: another colour
const share = 0.003; // of the pixels may be

/// The share of the pixels of one picture that are not to be found in the other, within a pixel.
function compare(page, a, b) {
  return page.evaluate(async ([first, second, limit]) => {
    const pixels = async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', { willReadFrequently: true });
      context.drawImage(bitmap, 0, 0);
      return { width: bitmap.width, data: context.getImageData(0, 0, bitmap.width, bitmap.height).data };
    };
    const [p, q] = [await pixels(first), await pixels(second)];
    if (p.width !== q.width || p.data.length !== q.data.length) return 1;
    const height = p.data.length / (4 * p.width);
    const missing = (from, to) => {
      let count = 0;
      for (let y = 0; y < height; ++y)
        for (let x = 0; x < p.width; ++x) {
          const at = 4 * (y * p.width + x);
          let found = false;
          for (let v = Math.max(y - 1, 0); v <= Math.min(y + 1, height - 1) && !found; ++v)
            for (let u = Math.max(x - 1, 0); u <= Math.min(x + 1, p.width - 1) && !found; ++u) {
              const other = 4 * (v * p.width + u);
              found = Math.abs(from[at] - to[other]) <= limit && Math.abs(from[at + 1] - to[other + 1]) <= limit &&
                      Math.abs(from[at + 2] - to[other + 2]) <= limit;
            }
          if (!found) ++count;
        }
      return count / (p.width * height);
    };
    return Math.max(missing(p.data, q.data), missing(q.data, p.data));
  }, [...[a, b].map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`), far]);
}

test('pictures are those that are kept', async () => {
  const drawn = await draw();
  assert.ok(drawn.size >= 24);
  const page = await newTab();
  let before = null;
  for (const [file, bytes] of drawn) {
    assert.ok(existsSync(file), `${file} is missing: node web/test/pictures.mjs draws it`);
    const kept = readFileSync(file);
    assert.ok(kept.length < 30_000, file);
    const off = await compare(page, bytes, kept);
    assert.ok(off <= share, `${basename(file)}: ${(100 * off).toFixed(1)} % of the pixels differ`);
    // Another picture is told apart.
    if (before) assert.ok((await compare(page, before, kept)) > share, `${basename(file)} looks like the one before`);
    before = bytes;
  }
  await page.context().close();
});

test('the manual shows every shape', () => {
  const text = readText(join(root, 'docs', 'manual', 'shapes.md'));
  for (const { id } of readText(join(root, 'fixtures', 'all_shapes.jsonl')).trim().split('\n').map((line) => JSON.parse(line))) {
    assert.ok(text.includes(`pictures/${id}.png`), id);
    assert.ok(existsSync(join(manual, `${id}.png`)), id);
  }
});
