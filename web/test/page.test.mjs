import assert from 'node:assert/strict';
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { clearance, close, folder, linesOf, open, pageOf, readText, root, sceneFile, shown, startBrowser, stopBrowser } from './support.mjs';

before(startBrowser);
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
  const file = pageOf('motion', motionScene(), ['--margin', '0.05']);
  const answers = linesOf(clearance(['distance', sceneFile('motion'), '--json']));
  const page = await open(file, { hash: '#unit=m' });
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
  await close(page);
});

test('time: keys, play, the plot and the address', async () => {
  const page = await open(pageOf('motion', motionScene()), { hash: '#t=3&pair=2&unit=mm&theme=dark' });
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
  await close(page);
  const again = await open(join(folder, 'motion.html'), { hash: address });
  assert.equal(await inspect(again, '(p) => p.sample'), 20);
  const same = await inspect(again, '(p) => p.stage.view');
  for (const key of ['eye', 'target']) view[key].forEach((x, i) => assert.ok(Math.abs(x - same[key][i]) < 1e-4));
  await close(again);
});

test('picking, hiding, isolating, filtering and sorting', async () => {
  const page = await open(pageOf('motion', motionScene()), { hash: '#t=0' });
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
  await close(page);
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
  writeFileSync(file, readText(pageOf('motion', motionScene())).replace('</body>', '<script>window.injected = 1</script><img src="https://example.invalid/x.png"></body>'));
  const page = await open(file, { allowed: /Content Security Policy|ERR_/ });
  assert.equal(await page.evaluate(() => window.injected), undefined);
  await page.context().close();
});

test('broken data is said to be broken', async () => {
  const good = readText(pageOf('motion', motionScene()));
  const start = good.indexOf('id="clearance-data">') + 'id="clearance-data">'.length;
  const end = good.indexOf('</script>', start);
  const data = good.slice(start, end);
  const breaks = { 'not JSON': data.slice(0, data.length / 2), 'of another kind': '{"page":2}', 'cut off': data.replace(/"lower":"[^"]{40}/, '"lower":"'),
                   'a number': '5', 'without poses': data.replace('"positions"', '"places"') };
  for (const [name, text] of Object.entries(breaks)) {
    const file = join(folder, 'broken.html');
    writeFileSync(file, good.slice(0, start) + text + good.slice(end));
    const page = await open(file);
    assert.match(await page.textContent('#broken'), /broken/, name);
    assert.ok(await page.locator('#app').isHidden());
    await close(page);
  }
});

test('without WebGL the numbers are there', async () => {
  const page = await open(pageOf('motion', motionScene()), {
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
  const file = pageOf('motion', motionScene());
  for (const width of [400, 700, 1280, 2560]) {
    const page = await open(file, { width, height: 900, scheme: width % 200 ? 'dark' : 'light' });
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide[0] <= wide[1], `${wide[0]} of ${wide[1]} pixels`);
    for (const id of ['canvas', 'detail', 'rows', 'time', 'plot'])
      assert.ok((await page.locator(`#${id}`).boundingBox()).width > 100, `${id} at ${width}`);
    await close(page);
  }
});

test('every control has a name for a screen reader', async () => {
  const page = await open(pageOf('motion', motionScene()));
  const bare = await page.$$eval('button, input, select, #canvas, [role=img], [role=table]', (all) =>
    all.filter((e) => !(e.getAttribute('aria-label') || e.labels?.[0]?.textContent.trim() || e.textContent.trim())).map((e) => e.outerHTML));
  assert.deepEqual(bare, []);
  await close(page);
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
