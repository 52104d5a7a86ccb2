// What the tests of the page share: the command, and a browser without a network.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, '..', '..');
export const command = process.env.CLEARANCE_COMMAND ?? join(root, 'build', 'release', 'clearance');
export const folder = mkdtempSync(join(tmpdir(), 'clearance-page-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export function clearance(args, input = '') {
  return execFileSync(command, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

export const linesOf = (text) => text.trim().split('\n').map((line) => JSON.parse(line));

/// Writes a scene and the page of it; returns the file of the page.
export function pageOf(name, scene, args = []) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, typeof scene === 'string' ? scene : JSON.stringify(scene));
  const page = join(folder, `${name}.html`);
  clearance(['view', file, '-o', page, ...args]);
  return page;
}

export const sceneFile = (name) => join(folder, `${name}.json`);
export const readText = (file) => readFileSync(file, 'utf8');

let browser;
export async function startBrowser() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  assert.ok(executablePath, 'Chromium is not installed');
  browser = await chromium.launch({
    executablePath,
    timeout: 200_000,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
           '--disable-sync', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
}
export async function stopBrowser() {
  await browser?.close();
}

/// A new tab with the network off. Every complaint of the browser is a failure, but for those that `allowed` matches.
export async function newTab({ width = 880, height = 640, scheme = 'light', allowed = null, init = null } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, offline: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(200_000); // a machine that builds at the same time is slow
  page.setDefaultNavigationTimeout(200_000);
  page.complaints = [];
  page.requests = [];
  const complain = (text) => {
    if (!allowed?.test(text)) page.complaints.push(text);
  };
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complain(message.text()));
  page.on('pageerror', (error) => complain(error.message));
  page.on('request', (request) => page.requests.push(request.url()));
  page.on('dialog', (dialog) => {
    page.complaints.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  if (init) await page.addInitScript(init);
  return page;
}

/// Opens a file in a tab, and waits for its first picture, or for what it says instead.
export async function visit(page, file, hash = '') {
  await page.goto('about:blank'); // another address of the same file would load nothing
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForFunction(
    () => window.clearancePage?.stage?.frames > 0 || (window.clearancePage && document.body.classList.contains('no-webgl')) ||
          !document.getElementById('broken').hidden);
}

export async function open(file, { hash = '', ...options } = {}) {
  const page = await newTab(options);
  await visit(page, file, hash);
  return page;
}

/// Nothing was complained of, and nothing was asked of a network.
export function clean(page) {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(page.requests.filter((url) => !/^(file|data|blob|about):/.test(url)), []);
}

export async function close(page) {
  clean(page);
  await page.context().close();
}

/// The data block of a page.
export function dataOf(file) {
  return JSON.parse(/<script type="application\/json" id="clearance-data">([^]*?)<\/script>/.exec(readText(file))[1]);
}
export function column(type, text) {
  const bytes = Buffer.from(text, 'base64');
  return [...new type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
}

/// A number as the page writes it with all digits, in metres.
export const shown = (x) => String(x).replace('-', '−').replace('e-', 'e−').replace('e+', 'e');
