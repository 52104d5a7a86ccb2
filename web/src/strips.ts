// Strips below the plot, a row a pair, over the same time: the intervals of a certificate, and which pairs a monitor
// asked in each cycle. The chosen pair has a tall row of its own above them.

import type { Cell } from './data';
import { byId, element } from './dom';
import type { Watch } from './over_time';

const tall = 14;
const most = 44; // pixels of all rows together
const gap = 3;

type Rgba = [number, number, number, number];

export interface Span {
  left: number; // of the plot, in pixels
  width: number;
  from: number; // the times at its ends
  to: number;
}

class Strip {
  private readonly canvas = element('canvas', 'strip');
  private readonly rows: number;
  private readonly perRow: number;
  private span: Span | null = null;
  onSeek: (time: number, pair: number) => void = () => {};

  constructor(
    cell: Cell,
    label: string,
    explained: string,
    /// The paint of a pair over a stretch of time, as shares of the two colours.
    private readonly shade: (pair: number, from: number, to: number) => number,
  ) {
    const n = cell.pairCount;
    this.rows = n < 2 ? 0 : Math.min(n, most);
    this.perRow = this.rows === 0 ? 1 : n / this.rows;
    const frame = element('div', 'strip-frame');
    frame.append(element('span', 'strip-label', label), this.canvas);
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', explained);
    this.canvas.title = explained;
    byId('strips').append(frame);
    this.canvas.addEventListener('pointerdown', (event) => {
      if (!this.span) return;
      const { from, to, width } = this.span;
      const row = Math.floor((event.offsetY - tall - gap) / this.rowHeight);
      const pair = row < 0 || row >= this.rows ? -1 : Math.floor((row + 0.5) * this.perRow);
      this.onSeek(from + (event.offsetX / width) * (to - from), pair);
    });
  }
  private get rowHeight(): number {
    return Math.max(1, Math.floor(most / Math.max(this.rows, 1)) > 6 ? 6 : Math.floor(most / Math.max(this.rows, 1)));
  }
  private get height(): number {
    return tall + (this.rows > 0 ? gap + this.rows * this.rowHeight : 0);
  }

  draw(span: Span, pair: number, colours: { on: Rgba; off: Rgba; ink: Rgba }): void {
    this.span = span;
    const ratio = Math.min(window.devicePixelRatio || 1, 2);
    const width = Math.max(1, Math.round(span.width * ratio));
    const height = Math.round(this.height * ratio);
    this.canvas.style.marginLeft = `${span.left}px`;
    this.canvas.style.width = `${span.width}px`;
    this.canvas.style.height = `${this.height}px`;
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const context = this.canvas.getContext('2d')!;
    const image = context.createImageData(width, height);
    const paint = (which: number, top: number, rows: number): void => {
      for (let x = 0; x < width; ++x) {
        const at = (i: number): number => span.from + (i / width) * (span.to - span.from);
        const share = this.shade(which, at(x), at(x + 1));
        const colour = [0, 1, 2, 3].map((k) => colours.off[k]! + share * (colours.on[k]! - colours.off[k]!));
        for (let y = top; y < Math.min(top + rows, height); ++y) image.data.set(colour, 4 * (y * width + x));
      }
    };
    if (pair >= 0) paint(pair, 0, Math.round(tall * ratio));
    const step = this.rowHeight * ratio;
    for (let row = 0; row < this.rows; ++row) {
      const top = Math.round((tall + gap) * ratio + row * step);
      const bottom = Math.round((tall + gap) * ratio + (row + 1) * step) - (step >= 4 ? 1 : 0);
      paint(Math.floor((row + 0.5) * this.perRow), top, bottom - top);
    }
    context.putImageData(image, 0, 0);
    const chosen = Math.min(Math.floor(pair / this.perRow), this.rows - 1);
    if (pair < 0 || this.rows < 2) return;
    context.strokeStyle = `rgba(${colours.ink.slice(0, 3).join(',')},1)`;
    context.lineWidth = ratio;
    context.strokeRect(0.5 * ratio, (tall + gap) * ratio + chosen * step - 0.5 * ratio, width - ratio, Math.max(step, 3 * ratio));
  }
}

/// How much of a monitor's ages in a stretch of time is fresh: one where the pair was asked, then less and less.
function freshness(cell: Cell, watch: Watch): (pair: number, from: number, to: number) => number {
  const { times } = cell;
  const worst = Math.max(1, ...watch.oldest);
  const after = (time: number): number => {
    let low = 0;
    let high = times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (pair, from, to) => {
    // The cycles of the stretch, or the one before it that still holds.
    const first = after(from);
    const last = Math.max(after(to) - 1, first - 1, 0);
    let age = Infinity;
    for (let i = Math.min(first, last); i <= last; ++i) age = Math.min(age, watch.age(pair, i));
    return age === 0 ? 1 : 0.45 * (1 - Math.log1p(age) / Math.log1p(worst));
  };
}

/// Intervals in turns of two shades, with a line between them.
function intervals(cell: Cell): (pair: number, from: number, to: number) => number {
  return (pair, from, to) => {
    let share = 0;
    for (const cover of cell.covers!.of(pair)) {
      let low = 0;
      let high = cover.pieces.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (cover.pieces[middle]!.to < from) low = middle + 1;
        else high = middle;
      }
      const piece = cover.pieces[low];
      if (!piece) continue;
      const cut = piece.to <= to && low + 1 < cover.pieces.length;
      share = Math.max(share, cut ? 1 : low % 2 === 0 ? 0.3 : 0.5);
    }
    return share;
  };
}

export class Strips {
  private readonly all: Strip[] = [];
  onSeek: (time: number, pair: number) => void = () => {};

  constructor(cell: Cell) {
    if (cell.samples < 2 || cell.pairCount === 0) return;
    const add = (label: string, explained: string, shade: (pair: number, from: number, to: number) => number): void => {
      const strip = new Strip(cell, label, explained, shade);
      strip.onSeek = (time, pair) => this.onSeek(time, pair);
      this.all.push(strip);
    };
    if (cell.covers)
      add('cover', 'The intervals that cover the motion: over each, one slab keeps the pair apart. The chosen pair on top, then all pairs.', intervals(cell));
    if (cell.watch)
      add('asked', 'The cycles of the monitor: bright where a pair was asked; it lives on its bound from there on, paler as that grows old. The chosen pair on top, then all pairs.', freshness(cell, cell.watch));
  }
  draw(span: Span, pair: number): void {
    if (this.all.length === 0) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): Rgba => {
      const hex = style.getPropertyValue(name).trim().slice(1);
      return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16)).concat(255) as Rgba;
    };
    for (const strip of this.all) strip.draw(span, pair, { on: colour('--accent'), off: colour('--rule'), ink: colour('--ink') });
  }
}
