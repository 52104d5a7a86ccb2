// Names beside the bodies. Each keeps its size; where two would overlap, the one that matters less is left out.

import type { Stage } from './stage';
import type { Cell } from './data';
import { Look } from './bodies';
import { clip, element } from './dom';

const most = 60; // labels on the screen
const height = 20;

/// A place that is taken, in pixels.
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
interface Wish {
  body: number;
  rank: number; // less comes first
}

export class Labels {
  private readonly shown = new Map<number, HTMLElement>();
  private readonly widths = new Map<number, number>();
  private wishes: Wish[] = [];
  enabled = true;

  constructor(
    private readonly stage: Stage,
    private readonly cell: Cell,
    private readonly layer: HTMLElement,
  ) {}

  /// The bodies in the order in which they deserve a label; the first `strong` are always the ones looked at.
  setOrder(bodies: number[], strong: Set<number>): void {
    this.wishes = bodies.map((body, i) => ({ body, rank: strong.has(body) ? -1 : i }));
    this.wishes.sort((p, q) => p.rank - q.rank);
    this.wishes = this.wishes.slice(0, 4 * most);
    for (const [body, label] of this.shown) label.classList.toggle('strong', strong.has(body));
    this.strong = strong;
  }
  private strong = new Set<number>();

  private label(body: number): HTMLElement {
    let label = this.shown.get(body);
    if (!label) {
      label = element('div', 'label');
      label.append(element('bdi', '', clip(this.cell.name(body), 28)));
      label.classList.toggle('strong', this.strong.has(body));
      this.layer.append(label);
      this.shown.set(body, label);
    }
    return label;
  }

  update(keepClear: Box[]): void {
    const taken: Box[] = [...keepClear];
    const used = new Set<number>();
    const { width, height: tall } = this.stage.size;
    for (const { body, rank } of this.wishes) {
      if (used.size >= most) break;
      if (!(this.enabled && this.stage.leisure) && rank >= 0) break;
      if (this.stage.bodies.looks[body] !== Look.solid) continue;
      const ball = this.stage.bodies.ball(body);
      if (ball.radius < 0 && rank >= 0) continue; // what has no end has no middle
      const at = this.stage.project(ball.centre);
      if (at) at.y -= Math.min(0.8 * this.stage.pixels(ball.centre, Math.max(ball.radius, 0)), 70) + 8; // above the body
      if (!at || at.x < 0 || at.y < 0 || at.x > width || at.y > tall) continue;
      const w = this.widths.get(body) ?? 7.2 * Math.min(this.cell.name(body).length, 28) + 14;
      const box = { x: Math.min(Math.max(at.x - w / 2, 4), Math.max(width - w - 4, 4)), y: Math.min(Math.max(at.y - height / 2, 4), tall - height - 4), w, h: height };
      if (taken.some((t) => box.x < t.x + t.w && t.x < box.x + box.w && box.y < t.y + t.h && t.y < box.y + box.h)) continue;
      taken.push(box);
      used.add(body);
      const label = this.label(body);
      label.style.transform = `translate(${box.x.toFixed(1)}px, ${box.y.toFixed(1)}px)`;
      if (!this.widths.has(body)) this.widths.set(body, label.offsetWidth);
    }
    for (const [body, label] of this.shown)
      if (!used.has(body)) {
        label.remove();
        this.shown.delete(body);
      }
  }
}
