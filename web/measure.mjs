// node measure.mjs PAGE [SECONDS] [WIDTH HEIGHT]: opens a page in headless Chromium with software rendering, turns the
// picture, and prints the time to the first picture, the frames a second, and the processor time of a frame by process,
// which another program on the same machine does not change.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { open, startBrowser, stopBrowser } from './test/support.mjs';

/// Milliseconds of processor time of all processes that this one has started, by kind.
function used() {
  const all = new Map();
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const kind = /--type=([\w-]+)/.exec(readFileSync(`/proc/${name}/cmdline`, 'utf8'))?.[1] ?? 'browser';
      all.set(Number(name), { parent: Number(fields[1]), time: 10 * (Number(fields[11]) + Number(fields[12])), kind });
    } catch {
      // It has ended.
    }
  }
  const sums = {};
  for (const [id, process_] of all) {
    let at = process_.parent;
    while (at > 1 && at !== process.pid) at = all.get(at)?.parent ?? 0;
    if (at === process.pid && id !== process.pid) sums[process_.kind] = (sums[process_.kind] ?? 0) + process_.time;
  }
  return sums;
}

const [file, seconds = '3', width = '1280', height = '800'] = process.argv.slice(2);
await startBrowser();
const page = await open(resolve(file), { width: Number(width), height: Number(height) });
const turn = (length) =>
  page.evaluate(async (milliseconds) => {
    const { stage } = window.clearancePage;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const gaps = [];
    const start = performance.now();
    let last = start;
    while (last - start < milliseconds) {
      stage.orbit(0.03, 0);
      await frame();
      gaps.push(performance.now() - last);
      last = performance.now();
    }
    const perSecond = (1000 * gaps.length) / (last - start);
    gaps.sort((p, q) => p - q);
    return { bodies: window.clearancePage.cell.bodies.length, firstPictureMs: Math.round(window.clearancePage.firstPicture), frames: gaps.length,
             perSecond: Number(perSecond.toFixed(1)), medianMs: Number(gaps[gaps.length >> 1].toFixed(1)), ...stage.load };
  }, 1000 * length);
await turn(1); // the picture finds its level of detail
const before = used();
const measured = await turn(Number(seconds));
const after = used();
const processorMs = {};
for (const kind of Object.keys(after)) {
  const each = (after[kind] - (before[kind] ?? 0)) / measured.frames;
  if (each > 0.05) processorMs[kind] = Number(each.toFixed(1));
}
console.log(JSON.stringify({ ...measured, processorMs }));
await stopBrowser();
