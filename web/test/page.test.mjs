import assert from 'node:assert/strict';
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { clean, clearance, close, column, dataOf, folder, linesOf, newTab, open, pageOf, readText, root, sceneFile, shown, startBrowser, stopBrowser, visit } from './support.mjs';

// One tab with the page of one motion, which most tests go on with.
let moving;
before(async () => {
  await startBrowser();
  moving = await open(pageOf('motion', motionScene(), ['--margin', '0.05']), { hash: '#unit=m' });
});
after(stopBrowser);

const inspect = (page, text) => page.evaluate(`(${text})(window.clearancePage)`);

/// Two bodies that move past two that rest.
function motionScene() {
  const path = (f) => Array.from({ length: 21 }, (_, i) => f(i / 20));
  return {
    clearance: 1,
    bodies: [
      { name: 'probe', shape: { type: 'capsule', radius: 0.1, length: 0.5 },
        motion: path((s) => ({ position: [2 * s - 1, 0, 0.5], quaternion: [Math.cos(s), 0, Math.sin(s), 0] })) },
      { name: 'wedge', shape: { type: 'hull', points: [[0, 0, 0], [0.4, 0, 0], [0, 0.4, 0], [0, 0, 0.4], [0.3, 0.3, 0]] },
        motion: path((s) => ({ position: [0, 1 - 2 * s, 0.2] })) },
      { name: 'block', shape: { type: 'box', size: [0.4, 0.4, 0.4] }, pose: { position: [0, 0, 0.2] } },
      { name: 'egg', shape: { type: 'ellipsoid', radii: [0.2, 0.3, 0.15] }, pose: { position: [0.8, 0.6, 0.4] } },
      { name: 'floor', shape: { type: 'halfspace', normal: [0, 0, 1], offset: 0 } },
    ],
  };
}

test('the page of the demo: from disk, without network, all bodies and pairs', async () => {
  const file = join(folder, 'demo.html');
  clearance(['demo', '--seconds', '0.5', '-o', file]);
  const page = await open(file);
  assert.equal(await inspect(page, '(p) => p.cell.bodies.length'), 16);
  assert.equal(await inspect(page, '(p) => p.cell.pairCount'), 25);
  assert.match(await page.textContent('#summary'), /^16 bodies · 25 pairs · 26 samples over 0.5 s$/);
  assert.equal(await page.textContent('#pair-count'), '25 pairs');
  assert.ok(await inspect(page, '(p) => p.stage.bodies.drawnInstances') >= 15);
  await close(page);
});

test('an empty page is small', async () => {
  const file = pageOf('empty', { clearance: 1, bodies: [] });
  assert.ok(statSync(file).size <= 1.5e6, `${statSync(file).size} bytes`);
  const page = await open(file);
  assert.match(await page.textContent('#no-rows'), /no pairs/);
  await close(page);
});

test('the slider shows what the library answers, to the last digit', async () => {
  const page = moving;
  const answers = linesOf(clearance(['distance', sceneFile('motion'), '--json']));
  await page.check('#digits');
  for (const step of [0, 7, 12, 20]) {
    await page.fill('#time', String(step));
    assert.equal(await inspect(page, '(p) => p.sample'), step);
    const expected = answers.filter((answer) => answer.step === step).sort((p, q) => p.distance - q.distance);
    assert.equal(expected.length, 10);
    const rows = await page.$$eval('#rows .row:not([hidden])', (all) =>
      all.sort((p, q) => p.offsetTop - q.offsetTop).map((row) => [...row.querySelectorAll('.name, .distance, .lower, .upper')].map((e) => e.textContent)));
    assert.ok(rows.length >= 6);
    rows.forEach((row, i) => {
      const { a, b, distance, lower, upper } = expected[i];
      assert.deepEqual(row, [a, b, shown(distance), shown(lower), shown(upper)], `step ${step}, row ${i}`);
    });
    const all = await inspect(page, `(p) => p.tablePairs().map((i) => ({ ...p.cell.answer(i, ${step}), names: p.cell.pair(i).map((b) => p.cell.name(b)) }))`);
    all.forEach((got, i) => {
      const want = expected[i];
      assert.deepEqual(got.names, [want.a, want.b]);
      assert.deepEqual([got.status, got.distance, got.lower, got.upper, got.method, got.ending],
                       [want.status, want.distance, want.lower, want.upper, want.method, want.ending]);
      assert.deepEqual([[...got.a], [...got.b]], want.points);
      assert.deepEqual([...got.normal].map((x) => x + 0), want.normal.map((x) => x + 0));
    });
  }
  await page.uncheck('#digits');
  clean(page);
});

test('time: keys, play, the plot and the address', async () => {
  const page = moving;
  await visit(page, join(folder, 'motion.html'), '#t=3&pair=2&unit=mm&theme=dark');
  const sample = () => inspect(page, '(p) => p.sample');
  assert.equal(await sample(), 3);
  assert.equal(await inspect(page, '(p) => p.pair'), 2);
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark');
  for (const [key, want] of [['.', 4], ['.', 5], [',', 4], ['End', 20], ['Home', 0], ['>', 10]]) {
    await page.keyboard.press(key);
    assert.equal(await sample(), want, key);
  }
  const box = await page.locator('#plot .u-over').boundingBox();
  await page.mouse.click(box.x + 0.75 * box.width, box.y + 0.5 * box.height);
  assert.ok(Math.abs((await sample()) - 15) <= 1);
  await page.keyboard.press('Home');
  await page.selectOption('#speed', '4');
  await page.click('#play');
  await page.waitForFunction(() => window.clearancePage.sample > 2);
  await page.keyboard.press('End');
  assert.equal(await page.getAttribute('#play', 'aria-pressed'), 'false');
  await page.waitForFunction(() => location.hash.includes('t=20'));
  const address = await page.evaluate(() => location.hash);
  assert.match(address, /pair=2/);
  assert.match(address, /view=/);
  const view = await inspect(page, '(p) => p.stage.view');
  await visit(page, join(folder, 'motion.html'), address);
  assert.equal(await sample(), 20);
  const same = await inspect(page, '(p) => p.stage.view');
  for (const key of ['eye', 'target']) view[key].forEach((x, i) => assert.ok(Math.abs(x - same[key][i]) < 1e-4));
  clean(page);
});

test('picking, hiding, isolating, filtering and sorting', async () => {
  const page = moving;
  await page.keyboard.press('Home');
  await page.keyboard.press('0');
  const canvas = await page.locator('#canvas').boundingBox();
  const clickOn = async (p) => {
    const at = await inspect(page, `(p) => p.project(${JSON.stringify(p)})`);
    await page.mouse.click(canvas.x + at.x, canvas.y + at.y);
  };
  const name = () => inspect(page, '(p) => (p.picked < 0 ? null : p.cell.name(p.picked))');
  await clickOn([0, 0, 0.2]);
  assert.equal(await name(), 'block');
  assert.match(await page.textContent('#picked'), /block · box · 4 pairs/);
  assert.match(await page.textContent('#detail'), /block/);
  await clickOn([0.8, 0.6, 0.4]);
  assert.equal(await name(), 'egg');
  await page.keyboard.press('h');
  assert.equal(await inspect(page, '(p) => p.stage.bodies.looks[3]'), 2);
  await clickOn([0.8, 0.6, 0.4]);
  assert.notEqual(await name(), 'egg');
  await page.keyboard.press('u');
  assert.equal(await inspect(page, '(p) => p.stage.bodies.looks[3]'), 0);
  await page.click('#isolate');
  assert.equal(await inspect(page, '(p) => p.stage.bodies.looks.filter((look) => look === 0).length'), 2);
  await page.click('#isolate');
  await page.fill('#filter', 'EGG floor');
  assert.deepEqual(await page.$$eval('#rows .row:not([hidden]) .name', (all) => all.map((e) => e.textContent)), ['egg', 'floor']);
  assert.equal(await page.textContent('#pair-count'), '1 of 10 pairs');
  await page.fill('#filter', 'nothing like it');
  assert.match(await page.textContent('#no-rows'), /No pair/);
  await page.fill('#filter', '');
  await page.click('[data-column=distance]');
  const falling = await inspect(page, '(p) => p.tablePairs().map((i) => p.cell.distance(i, 0))');
  assert.deepEqual(falling, [...falling].sort((p, q) => q - p));
  await page.hover('#rows .row:not([hidden])');
  await page.keyboard.press('x');
  await page.keyboard.press('l');
  await page.keyboard.press('z');
  clean(page);
});

test('names that attack the page are shown as text', async () => {
  const names = ['</script><script>alert(1)</script>', '<img src=x onerror=alert(2)>', '<!--<script>', ']]>', '"}]', '\u2028\u2029\u0000',
                 '\u202e\u2066gnorw \u05d0\u05d1', `long${'g'.repeat(1 << 20)}`, '${alert(3)}', '"clearance data goes here"', '&lt;b&gt;', ' '];
  const scene = { clearance: 1, bodies: names.map((name, i) => ({ name, shape: { type: 'sphere', radius: 0.2 }, pose: { position: [i, 0, 0] } })) };
  const file = pageOf('hostile <b><i>', scene);
  const block = /<script type="application\/json" id="clearance-data">([^]*?)<\/script>/.exec(readText(file))[1];
  assert.doesNotMatch(block, /[<>&\u2028\u2029]/);
  assert.deepEqual(JSON.parse(block).bodies.map((body) => body.name), names);
  const page = await open(file);
  assert.equal(await inspect(page, '(p) => p.cell.bodies.length'), names.length);
  assert.equal(await page.locator('img, i, b:not(dialog b)').count(), 0);
  assert.equal(await page.locator('script').count(), 2);
  await page.fill('#filter', '<img');
  const texts = await page.$$eval('#rows .row:not([hidden]) .name', (all) => all.map((e) => e.textContent));
  assert.ok(texts.includes(names[1]));
  await page.fill('#filter', 'long');
  await page.click('#rows .row:not([hidden])');
  assert.ok((await page.textContent('#detail')).length < 2000);
  await page.mouse.click(300, 300);
  await close(page);
});

test('a script that got in would not run', async () => {
  const file = join(folder, 'injected.html');
  writeFileSync(file, readText(join(folder, 'motion.html')).replace('</body>', '<script>window.injected = 1</script><img src="https://example.invalid/x.png"></body>'));
  const page = await open(file, { allowed: /Content Security Policy|ERR_/ });
  assert.equal(await page.evaluate(() => window.injected), undefined);
  await page.context().close();
});

test('broken data is said to be broken', async () => {
  const good = readText(join(folder, 'motion.html'));
  const start = good.indexOf('id="clearance-data">') + 'id="clearance-data">'.length;
  const end = good.indexOf('</script>', start);
  const data = good.slice(start, end);
  const breaks = { 'not JSON': data.slice(0, data.length / 2), 'of another kind': '{"page":2}', 'cut off': data.replace(/"lower":"[^"]{40}/, '"lower":"'),
                   'a number': '5', 'without poses': data.replace('"positions"', '"places"') };
  const page = await newTab();
  for (const [name, text] of Object.entries(breaks)) {
    const file = join(folder, 'broken.html');
    writeFileSync(file, good.slice(0, start) + text + good.slice(end));
    await visit(page, file);
    assert.match(await page.textContent('#broken'), /broken/, name);
    assert.ok(await page.locator('#app').isHidden());
  }
  await close(page);
});

test('without WebGL the numbers are there', async () => {
  const page = await open(join(folder, 'motion.html'), {
    init: () => {
      const get = HTMLCanvasElement.prototype.getContext;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : get.call(this, kind, ...rest);
      };
    },
  });
  assert.match(await page.textContent('#stage'), /no WebGL/);
  assert.equal(await page.textContent('#pair-count'), '10 pairs');
  await page.fill('#time', '5');
  assert.match(await page.textContent('#detail'), /Proven/);
  await close(page);
});

test('from 400 to 2560 pixels nothing sticks out', async () => {
  const page = moving;
  for (const width of [400, 700, 1280, 2560]) {
    await page.setViewportSize({ width, height: 600 });
    // The plot follows the window a frame later.
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    for (const id of ['canvas', 'detail', 'rows', 'time', 'plot'])
      assert.ok((await page.locator(`#${id}`).boundingBox()).width > 100, `${id} at ${width}`);
    await page.waitForFunction(() => Math.abs(document.querySelector('#plot canvas').clientWidth - document.getElementById('plot').clientWidth) < 2);
    // Names keep clear of what lies over the picture.
    const covered = await page.evaluate(() => {
      const boxes = (selector) => [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect()).filter((box) => box.width > 0);
      const over = boxes('#tools > *, #legend');
      return boxes('#labels .label').filter((p) => over.some((q) => p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom)).length;
    });
    assert.equal(covered, 0, `labels at ${width}`);
  }
  await page.setViewportSize({ width: 880, height: 640 });
  clean(page);
});

test('every control has a name for a screen reader', async () => {
  const bare = await moving.$$eval('button, input, select, #canvas, [role=img], [role=table]', (all) =>
    all.filter((e) => !(e.getAttribute('aria-label') || e.labels?.[0]?.textContent.trim() || e.textContent.trim())).map((e) => e.outerHTML));
  assert.deepEqual(bare, []);
});

/// A probe that passes a block at a distance, in five samples, and a third body far off.
function passingScene() {
  const at = [[-1, 0.75, 0], [-0.4, 0.65, 0.1], [0, 0.6, 0], [0.5, 0.65, 0], [1, 0.85, 0]];
  return {
    clearance: 1,
    bodies: [
      { name: 'probe', shape: { type: 'capsule', radius: 0.1, length: 0.3 },
        motion: at.map((position, i) => ({ position, quaternion: [Math.cos(0.2 * i), Math.sin(0.2 * i), 0, 0] })) },
      { name: 'block', shape: { type: 'box', size: [0.4, 0.4, 0.4] } },
      { name: 'pair of balls', shape: { type: 'union', parts: [{ type: 'sphere', radius: 0.1 }, { type: 'sphere', radius: 0.1, pose: { position: [0.3, 0, 0] } }] },
        pose: { position: [0, 2, 0] } },
    ],
  };
}

test('a certificate is shown by the intervals that cover the motion', async () => {
  writeFileSync(join(folder, 'passing.json'), JSON.stringify(passingScene()));
  const certificate = join(folder, 'passing.cert');
  clearance(['certify', join(folder, 'passing.json'), '--margin', '0.05', '-o', certificate]);
  const file = join(folder, 'certified.html');
  clearance(['view', certificate, '-o', file]);
  const page = await open(file);
  const { covers, claim } = JSON.parse(readText(certificate));
  assert.equal(await inspect(page, '(p) => p.cell.covers.claim'), claim);
  const names = await inspect(page, '(p) => [0, 1, 2].map((i) => p.cell.pair(i).map((b) => p.cell.name(b)))');
  for (const [i, [a, b]] of names.entries()) {
    const want = covers.filter((cover) => cover.a === a && cover.b === b);
    assert.ok(want.length > 0);
    const got = await inspect(page, `(p) => p.cell.covers.of(${i})`);
    assert.deepEqual(got.map(({ parts, pieces }) => [parts, pieces.map(({ to, normal }) => [to, ...normal])]),
                     want.map(({ parts, pieces }) => [(parts ?? [null, null]).map((part) => part ?? -1), pieces]));
    // They follow each other, from the beginning to the end.
    for (const { pieces } of got) {
      assert.equal(pieces[0].from, 0);
      pieces.slice(1).forEach((piece, k) => assert.equal(piece.from, pieces[k].to));
      assert.equal(pieces.at(-1).to, 4);
    }
  }
  assert.match(await page.textContent('#detail'), /Certified for all times, between the samples too: at least/);
  assert.match(await page.textContent('#plot-key'), /Certified: no pair comes nearer/);
  const strip = await page.locator('.strip').boundingBox();
  await page.mouse.click(strip.x + 0.99 * strip.width, strip.y + 5);
  assert.equal(await inspect(page, '(p) => p.sample'), 4);
  await close(page);
  // One that does not hold makes no page.
  const pieces = covers.findIndex((cover) => cover.pieces.length > 0);
  covers[pieces].pieces[0][1] *= -1;
  assert.throws(() => clearance(['view', '-', '-o', file], JSON.stringify({ ...JSON.parse(readText(certificate)), covers })), /checksum|hold/);
});

test('a replay of the monitor shows which pairs were asked', async () => {
  const file = pageOf('watched', passingScene(), ['--rate', '10', '--budget-queries', '1', '--margin', '0.05']);
  const cycles = linesOf(clearance(['monitor', sceneFile('watched'), '--rate', '10', '--budget-queries', '1', '--margin', '0.05', '--json'])).slice(0, -1);
  assert.equal(cycles.length, 41);
  const page = await open(file);
  const watch = await inspect(page, `(p) => ({ least: [...p.cell.watch.least], refreshed: [...p.cell.watch.refreshed], oldest: [...p.cell.watch.oldest],
    pairs: [0, 1, 2].map((i) => [...p.cell.times.keys()].map((k) => [p.cell.watch.age(i, k), p.cell.watch.bound(i, k), p.cell.upper(i, k)])) })`);
  cycles.forEach(({ lower, refreshed, oldest }, k) => {
    assert.ok(Math.abs(watch.least[k] - lower) <= 1e-6, `cycle ${k}`);
    assert.deepEqual([watch.refreshed[k], watch.oldest[k]], [refreshed, oldest], `cycle ${k}`);
    assert.equal(watch.pairs.filter((pair) => pair[k][0] === 0).length, refreshed);
    assert.equal(Math.min(...watch.pairs.map((pair) => pair[k][1])), watch.least[k]);
    for (const pair of watch.pairs) assert.ok(pair[k][1] <= pair[k][2], 'a bound is a bound');
  });
  assert.match(await page.textContent('#detail'), /The monitor (asked|did not ask) this pair/);
  const strip = await page.locator('.strip').boundingBox();
  await page.mouse.click(strip.x + 0.5 * strip.width, strip.y + strip.height - 2);
  assert.equal(await inspect(page, '(p) => p.pair'), 2);
  const sample = await inspect(page, '(p) => p.sample');
  assert.ok(Math.abs(sample - 20) <= 1, `sample ${sample}`);
  await close(page);
});

test('of many pairs a page has those that come nearest', () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const place = () => [random(), random(), random()].map((x) => 4 * x);
  const bodies = Array.from({ length: 40 }, (_, i) => ({
    name: `ball ${i}`, shape: { type: 'sphere', radius: 0.05 + 0.1 * random() }, ...(i % 3 === 0 ? { group: 'g' } : {}),
    ...(i % 2 ? { motion: [place(), place(), place()].map((position) => ({ position })) } : { pose: { position: place() } }),
  }));
  const scene = { clearance: 1, bodies, ignore: [['ball 0', 'ball 1'], ['ball 2', 'ball 4']] };
  const data = dataOf(pageOf('nearest', scene, ['--answers', '60']));
  const pairs = column(Uint32Array, data.answers.pairs);
  const least = new Map();
  for (const { a, b, upper } of linesOf(clearance(['distance', sceneFile('nearest'), '--json'])))
    least.set(`${a}, ${b}`, Math.min(upper, least.get(`${a}, ${b}`) ?? Infinity));
  const expected = [...least].sort((p, q) => p[1] - q[1]).slice(0, 20).map(([names]) => names);
  assert.deepEqual(Array.from({ length: 20 }, (_, i) => `ball ${pairs[2 * i]}, ball ${pairs[2 * i + 1]}`), expected);
  assert.equal(pairs.length, 40);
  assert.equal(data.pairs_in_scene, least.size);
});

test('a bad scene makes no page, and an output that cannot be written is said', () => {
  const fails = (args, status, said) => {
    try {
      clearance(args);
      assert.fail('succeeded');
    } catch (error) {
      assert.equal(error.status, status);
      assert.match(error.stderr, said);
    }
  };
  writeFileSync(join(folder, 'bad.json'), '{"clearance":1,"bodies":[{"name":"a","shape":{"type":"sphere","radius":-1}}]}');
  fails(['view', join(folder, 'bad.json'), '-o', join(folder, 'no.html')], 1, /radius/);
  copyFileSync(join(root, 'fixtures', 'quickstart.json'), join(folder, 'quickstart.json'));
  fails(['view', join(folder, 'quickstart.json'), '-o', join(folder, 'none', 'no.html')], 1, /No such file/);
  fails(['view', join(folder, 'quickstart.json')], 2, /-o/);
  assert.match(clearance(['view', '-', '-o', '-'], readText(join(folder, 'quickstart.json'))), /^<!doctype html>/);
});
