// The picture is right: what is drawn of every type of shape is read back from the page, and asked of the library.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { join } from 'node:path';
import { clearance, close, linesOf, open, pageOf, readText, root, startBrowser, stopBrowser } from './support.mjs';

before(startBrowser);
after(stopBrowser);

const share = 1e-3; // of the size of the shape

// Numbers that look random, and are the same in every run.
let seed = 12345;
const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
const direction = () => {
  for (;;) {
    const v = [0, 0, 0].map(() => 2 * random() - 1);
    const length = Math.hypot(...v);
    if (length > 0.1 && length < 1) return v.map((x) => x / length);
  }
};

/// Side by side, each turned.
const placeOf = (i) => ({ position: [6 * (i % 6) + 0.3, 6 * Math.floor(i / 6) - 0.2, 0.4], quaternion: [0.8, 0, 0.6, 0] });

/// Every type, from the file that has them all, and more of those that are hard to draw.
function shapes() {
  const known = linesOf(readText(join(root, 'fixtures', 'all_shapes.jsonl')))
    .map(({ id, a }) => [id, a])
    .filter(([, a]) => a.type !== 'mesh');
  const balls = (n, spread, radius) => Array.from({ length: n }, () => [...direction().map((x) => spread * x), radius * random()]);
  return new Map([
    ...known,
    ['flat box', { type: 'box', size: [1, 2, 0] }],
    ['thin capsule', { type: 'capsule', radius: 0.01, length: 3 }],
    ['short capsule', { type: 'capsule', radius: 0.5, length: 0 }],
    ['wide cone', { type: 'cone', radius: 2, length: 0.3 }],
    ['needle', { type: 'ellipsoid', radii: [0.02, 0.03, 2] }],
    ['flat hull', { type: 'hull', points: [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0.5, 0.5, 1], [0.5, 0, 1]] }],
    ['hull of a line', { type: 'hull', points: [[0, 0, 0], [1, 1, 1], [0.25, 0.25, 0.25]] }],
    ['hull of a point', { type: 'hull', points: [[1, 2, 3], [1, 2, 3]] }],
    ['round hull', { type: 'hull', points: Array.from({ length: 400 }, direction) }],
    ['two spheres', { type: 'spheres', spheres: [[0, 0, 0, 0.5], [2, 0, 0, 0.2]] }],
    ['one sphere that matters', { type: 'spheres', spheres: [[0, 0, 0, 1], [0.2, 0, 0, 0.3]] }],
    ['three spheres', { type: 'spheres', spheres: [[0, 0, 0, 0.3], [2, 0, 0, 0.3], [0, 2, 0, 0.3]] }],
    ['points as spheres', { type: 'spheres', spheres: [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]] }],
    ['row of spheres', { type: 'spheres', spheres: [[0, 0, 0, 0.4], [1, 0, 0, 0.6], [2.5, 0, 0, 0.3]] }],
    ['eight spheres', { type: 'spheres', spheres: balls(8, 1, 0.7) }],
    ...known
      .filter(([, a]) => !['ray', 'line', 'plane', 'halfspace', 'union'].includes(a.type))
      .map(([id, a]) => [`rounded ${id}`, { ...a, rounding: 0.2 }]),
    ['rounded flat box', { type: 'box', size: [1, 2, 0], rounding: 0.1 }],
    ['rounded needle', { type: 'ellipsoid', radii: [0.02, 0.03, 2], rounding: 0.01 }],
    ['rounded flat hull', { type: 'hull', points: [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], rounding: 0.3 }],
    ['eighty spheres', { type: 'spheres', spheres: balls(80, 1, 0.2) }],
  ]);
}

const difference = (p, q) => p.map((x, i) => x - q[i]);

/// The corners of the triangles, and points within them.
function samples(numbers) {
  const out = [];
  const point = (i) => numbers.slice(3 * i, 3 * i + 3);
  const triangles = numbers.length / 9;
  const step = Math.max(1, Math.floor(triangles / 150));
  for (let t = 0; t < triangles; t += step) {
    const corners = [0, 1, 2].map((k) => point(3 * t + k));
    out.push(...corners);
    const mixes = [[1, 1, 1], [2, 1, 0], [0, 1, 1], [1, 0, 3]];
    for (const mix of mixes) {
      const total = mix[0] + mix[1] + mix[2];
      out.push([0, 1, 2].map((axis) => corners.reduce((sum, c, k) => sum + (mix[k] * c[axis]) / total, 0)));
    }
  }
  return out;
}

async function check(all) {
  const worst = {};
  const scene = { clearance: 1, pairs: [], bodies: all.map(([name, shape], i) => ({ name, shape, pose: placeOf(i) })) };
  const page = await open(pageOf('surface', scene));
  for (const [i, [name, shape]] of all.entries()) {
    const drawn = await page.evaluate((body) => window.clearancePage.readBack(body), i);
    const lines = [];
    for (let i = 0; i + 5 < drawn.lines.length; i += 6)
      for (const s of [0, 0.3, 1]) lines.push([0, 1, 2].map((k) => (1 - s) * drawn.lines[i + k] + s * drawn.lines[i + 3 + k]));
    const dots = Array.from({ length: drawn.dots.length / 3 }, (_, i) => drawn.dots.slice(3 * i, 3 * i + 3));
    const points = [...samples(drawn.triangles), ...lines, ...dots];
    assert.ok(points.length > 0, `${name}: nothing is drawn`);
    const corners = [...Array.from({ length: drawn.triangles.length / 3 }, (_, i) => drawn.triangles.slice(3 * i, 3 * i + 3)), ...lines, ...dots];
    const low = [0, 1, 2].map((k) => corners.reduce((m, p) => Math.min(m, p[k]), Infinity));
    const high = [0, 1, 2].map((k) => corners.reduce((m, p) => Math.max(m, p[k]), -Infinity));
    const size = Math.hypot(...difference(high, low)) || 1;

    // Every point that is drawn is on the shape.
    const placed = { ...shape, pose: placeOf(i) };
    const stray = linesOf(clearance(['distance', '-', '--jsonl'],
      points.map((at) => JSON.stringify({ a: { type: 'point', at }, b: placed })).join('\n')));
    for (const answer of stray) {
      assert.equal(answer.error, undefined);
      // A point of a half-space or a solid may be inside by the height of an arc over its chord.
      worst[name] = Math.max(worst[name] ?? 0, Math.abs(answer.distance ?? 0) / size);
    }

    // What is drawn reaches as far as the shape does, on every side.
    if (!['ray', 'line', 'plane', 'halfspace'].includes(shape.type)) {
      const sides = Array.from({ length: 60 }, direction);
      const beyond = sides.map((n) => corners.reduce((most, p) => Math.max(most, n[0] * p[0] + n[1] * p[1] + n[2] * p[2]), -Infinity));
      const gaps = linesOf(clearance(['distance', '-', '--jsonl'],
        sides.map((n, i) => JSON.stringify({ a: placed, b: { type: 'halfspace', normal: n.map((x) => -x), offset: -beyond[i] - size } })).join('\n')));
      for (const answer of gaps) worst[name] = Math.max(worst[name], Math.abs(answer.distance - size) / size);
    }
    assert.ok(worst[name] <= share, `${name}: off by ${worst[name]} of its size`);
  }
  await close(page);
  const [name, off] = Object.entries(worst).reduce((p, q) => (q[1] > p[1] ? q : p));
  console.log(`${all.length} shapes; the worst, ${name}, is off by ${off.toExponential(1)} of its size`);
}

test('drawn surfaces are within 1e-3 of the shapes', () => check([...shapes()]));

test('so they are far from the origin, and very small', async () => {
  await check([['far hull', { type: 'hull', points: [[1e6, 0, 0], [1e6 + 1, 0, 0], [1e6, 1, 0], [1e6, 0, 1]] }]]);
  await check([['small hull', { type: 'hull', points: [[1e-6, 0, 0], [2e-6, 0, 0], [1e-6, 1e-6, 0], [1e-6, 0, 1e-6]] }]]);
});
