// node pictures.mjs PAGE FOLDER: a small picture of each body of a page, for the manual. The page is that of
// docs/manual/examples/shapes.json.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [file, folder] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await browser.newPage({ viewport: { width: 900, height: 600 }, offline: true });
page.setDefaultTimeout(300000);
page.setDefaultNavigationTimeout(300000);
await page.goto(pathToFileURL(file).href);
await page.waitForFunction(() => window.clearancePage?.stage?.frames > 0);
await page.evaluate(() => {
  const { stage } = window.clearancePage;
  stage.setTheme(false, '#ffffff');
  for (const id of ['tools', 'legend', 'axes', 'labels']) document.getElementById(id).hidden = true;
});
const names = await page.evaluate(() => window.clearancePage.cell.bodies.map((body) => body.name));
for (const [i, name] of names.entries()) {
  await page.evaluate((chosen) => {
    const { stage, cell } = window.clearancePage;
    const { bodies } = stage;
    const colour = bodies.colours[chosen].clone().set(0x4f9fd0);
    cell.bodies.forEach((_, body) => (bodies.looks[body] = body === chosen ? 0 : 2));
    bodies.setColour(chosen, colour);
    bodies.refresh();
    const { centre, radius } = bodies.ball(chosen);
    stage.camera.position.set(1, -1.35, 0.75);
    stage.view = { ...stage.view, target: stage.frame.toScene(centre) };
    stage.camera.position.set(1, -1.35, 0.75).add(centre);
    stage.frameBall(centre, radius > 0 ? 1.1 * radius : 0.9 * stage.frame.scale);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }, i);
  const box = await page.locator('#canvas').boundingBox();
  const [width, height] = [200, 150];
  await page.screenshot({ path: join(folder, `${name}.png`), clip: { x: box.x + (box.width - width * 2) / 2, y: box.y + (box.height - height * 2) / 2, width: 2 * width, height: 2 * height }, scale: 'css' });
}
await browser.close();
