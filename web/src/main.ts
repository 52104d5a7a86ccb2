// The page: reads its data, and shows it; or says what is wrong.

import { App } from './app';
import { PageError } from './columns';
import { Cell } from './data';
import { byId, element } from './dom';

function complain(title: string, text: string, place: HTMLElement): void {
  place.replaceChildren(element('h1', '', title), element('p', '', text));
  place.hidden = false;
}

function hasWebGL(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

function start(): void {
  let cell: Cell;
  try {
    cell = new Cell(byId('clearance-data').textContent ?? '');
  } catch (error) {
    if (!(error instanceof PageError) && !(error instanceof TypeError)) throw error;
    complain(
      'The data of this page is broken',
      `${error.message.slice(0, 500)}. Write the page anew with “clearance view SCENE -o FILE.html”.`,
      byId('broken'),
    );
    return;
  }
  byId('app').hidden = false;
  if (!hasWebGL()) document.body.classList.add('no-webgl');
  try {
    const app = new App(cell, !document.body.classList.contains('no-webgl'));
    (window as unknown as { clearancePage: unknown }).clearancePage = app.inspect();
  } catch (error) {
    byId('app').hidden = true;
    complain('This page cannot be shown', String((error as Error).message ?? error).slice(0, 500), byId('broken'));
    throw error;
  }
}

start();
