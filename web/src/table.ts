// The table of pairs. However many there are, only the rows in sight are elements.

import type { Cell } from './data';
import { colourOf } from './colours';
import { byId, element, nameElement } from './dom';
import { allDigits, format, type Unit } from './numbers';

export type Column = 'pair' | 'distance' | 'lower' | 'upper' | 'width';
const columns: Column[] = ['pair', 'distance', 'lower', 'upper', 'width'];
const rowHeight = 42;

export class Table {
  private readonly body = byId('rows');
  private readonly space = byId('rows-space');
  private readonly count = byId('pair-count');
  private order: number[] = [];
  private readonly pool: HTMLElement[] = [];
  private sample = 0;
  private filter = '';
  column: Column = 'distance';
  descending = false;
  unit: Unit;
  all = false;
  selected = -1;
  full = 1; // clearance of the last colour
  onSelect: (pair: number) => void = () => {};
  onHover: (pair: number) => void = () => {};

  constructor(
    private readonly cell: Cell,
    unit: Unit,
  ) {
    this.unit = unit;
    this.body.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.body);
    this.body.addEventListener('click', (event) => {
      const pair = this.pairAt(event.target);
      if (pair >= 0) this.onSelect(pair);
    });
    this.body.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'mouse') this.onHover(this.pairAt(event.target));
    });
    this.body.addEventListener('pointerleave', () => this.onHover(-1));
    this.body.addEventListener('keydown', (event) => this.onKey(event));
    for (const head of document.querySelectorAll<HTMLElement>('#head [data-column]'))
      head.addEventListener('click', () => this.sortBy(head.dataset.column as Column));
    const search = byId<HTMLInputElement>('filter');
    search.addEventListener('input', () => {
      this.filter = search.value.trim().toLocaleLowerCase();
      this.body.scrollTop = 0;
      this.update(this.sample);
    });
  }

  private pairAt(target: EventTarget | null): number {
    const row = (target as HTMLElement | null)?.closest<HTMLElement>('[data-pair]');
    return row ? Number(row.dataset.pair) : -1;
  }

  sortBy(column: Column): void {
    this.descending = this.column === column ? !this.descending : false;
    this.column = column;
    this.update(this.sample);
  }

  private onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (step === undefined || this.order.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.order.indexOf(this.selected);
    const next = Math.min(Math.max(at + step, 0), this.order.length - 1);
    this.onSelect(this.order[next]!);
    this.scrollTo(this.order[next]!);
  }

  scrollTo(pair: number): void {
    const at = this.order.indexOf(pair) * rowHeight;
    if (at < this.body.scrollTop) this.body.scrollTop = at;
    else if (at + rowHeight > this.body.scrollTop + this.body.clientHeight)
      this.body.scrollTop = at + rowHeight - this.body.clientHeight;
    this.draw();
  }

  private key(pair: number): number | string {
    const [a, b] = this.cell.pair(pair);
    switch (this.column) {
      case 'pair':
        return `${this.cell.name(a)}\n${this.cell.name(b)}`;
      case 'width':
        return this.cell.upper(pair, this.sample) - this.cell.lower(pair, this.sample);
      default:
        return this.cell[this.column](pair, this.sample);
    }
  }

  update(sample: number): void {
    this.sample = sample;
    const words = this.filter.split(/\s+/).filter((word) => word !== '');
    const keys = new Map<number, number | string>();
    for (let pair = 0; pair < this.cell.pairCount; ++pair) {
      if (words.length > 0) {
        const [a, b] = this.cell.pair(pair);
        const names = `${this.cell.name(a)}\n${this.cell.name(b)}`.toLocaleLowerCase();
        if (!words.every((word) => names.includes(word))) continue;
      }
      keys.set(pair, this.key(pair));
    }
    const sign = this.descending ? -1 : 1;
    this.order = [...keys.keys()].sort((p, q) => {
      const x = keys.get(p)!;
      const y = keys.get(q)!;
      return x < y ? -sign : x > y ? sign : p - q;
    });
    for (const head of document.querySelectorAll<HTMLElement>('#head [data-column]')) {
      const mine = head.dataset.column === this.column;
      head.parentElement!.setAttribute('aria-sort', mine ? (this.descending ? 'descending' : 'ascending') : 'none');
    }
    const left = this.cell.pairsInScene - this.cell.pairCount;
    const shown = this.order.length === this.cell.pairCount ? '' : `${this.order.length.toLocaleString('en')} of `;
    this.count.textContent =
      `${shown}${this.cell.pairCount.toLocaleString('en')} ${this.cell.pairCount === 1 ? 'pair' : 'pairs'}` +
      (left > 0 ? `, the nearest of ${this.cell.pairsInScene.toLocaleString('en')}` : '');
    byId('no-rows').hidden = this.order.length > 0;
    byId('no-rows').textContent = this.cell.pairCount === 0 ? 'The scene has no pairs.' : 'No pair has such a name.';
    this.space.style.height = `${this.order.length * rowHeight}px`;
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.body.scrollTop / rowHeight) - 2);
    const last = Math.min(this.order.length, Math.ceil((this.body.scrollTop + this.body.clientHeight) / rowHeight) + 2);
    while (this.pool.length < last - first) {
      const row = element('div', 'row');
      row.setAttribute('role', 'row');
      for (const column of columns) {
        const cell = element('div', `cell ${column}`);
        cell.setAttribute('role', 'cell');
        row.append(cell);
      }
      this.space.append(row);
      this.pool.push(row);
    }
    this.pool.forEach((row, i) => {
      const at = first + i;
      row.hidden = at >= last;
      if (row.hidden) return;
      this.fill(row, this.order[at]!, at);
    });
    byId('table').setAttribute('aria-rowcount', String(this.order.length + 1));
  }

  private fill(row: HTMLElement, pair: number, at: number): void {
    const [a, b] = this.cell.pair(pair);
    const { sample, unit } = this;
    const lower = this.cell.lower(pair, sample);
    const upper = this.cell.upper(pair, sample);
    const distance = this.cell.distance(pair, sample);
    const finite = Number.isFinite(distance);
    const number = (x: number, rounding: 'nearest' | 'down' | 'up'): string =>
      !finite ? 'none' : this.all ? allDigits(x, unit) : format(x, 6, unit, rounding);
    row.style.top = `${at * rowHeight}px`;
    row.id = `row-${pair}`;
    row.setAttribute('aria-rowindex', String(at + 2));
    row.setAttribute('aria-selected', String(pair === this.selected));
    row.classList.toggle('selected', pair === this.selected);
    row.classList.toggle('short', this.cell.margin !== null && lower < this.cell.margin);
    const [pairCell, ...numbers] = row.children as unknown as HTMLElement[];
    if (row.dataset.pair !== String(pair)) {
      row.dataset.pair = String(pair);
      pairCell!.replaceChildren(element('span', 'swatch'), nameElement(this.cell.name(a)), nameElement(this.cell.name(b)));
    }
    const status = this.cell.status(pair, sample);
    const swatch = pairCell!.firstElementChild as HTMLElement;
    swatch.style.background = `#${colourOf(finite ? distance : -1, this.full).getHexString()}`;
    swatch.dataset.status = status;
    swatch.title = status;
    const texts = [
      number(distance, 'nearest'),
      number(lower, 'down'),
      number(upper, 'up'),
      finite ? format(upper - lower, 2, unit, 'up') : 'none',
    ];
    texts.forEach((text, i) => {
      if (numbers[i]!.textContent !== text) numbers[i]!.textContent = text;
    });
  }

  /// The pairs in the order of the table.
  get pairs(): readonly number[] {
    return this.order;
  }
}
