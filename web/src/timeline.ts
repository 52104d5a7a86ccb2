// Time: the slider, playing, and the plot of the clearance with its proven band.

import uPlot from 'uplot';
import type { Cell } from './data';
import { byId } from './dom';
import { format, type Unit } from './numbers';
import { Strips } from './strips';

export class Timeline {
  private readonly slider = byId<HTMLInputElement>('time');
  private readonly button = byId<HTMLButtonElement>('play');
  private readonly speed = byId<HTMLSelectElement>('speed');
  private readonly log = byId<HTMLInputElement>('log');
  private plot: uPlot | null = null;
  private readonly least: { lower: Float64Array; upper: Float64Array; pair: Int32Array };
  private playing = false;
  private clock = 0; // the time of the motion at the last frame, and when that was
  private clockAt = 0;
  sample = 0;
  pair = -1;
  unit: Unit;
  onSample: (sample: number) => void = () => {};
  onPair: (pair: number) => void = () => {};
  private readonly strips: Strips;

  constructor(
    private readonly cell: Cell,
    unit: Unit,
  ) {
    this.unit = unit;
    const n = cell.samples;
    this.least = { lower: new Float64Array(n), upper: new Float64Array(n), pair: new Int32Array(n).fill(-1) };
    for (let i = 0; i < n; ++i) {
      let lower = Infinity;
      let upper = Infinity;
      let nearest = Infinity;
      for (let pair = 0; pair < cell.pairCount; ++pair) {
        lower = Math.min(lower, cell.lower(pair, i));
        upper = Math.min(upper, cell.upper(pair, i));
        if (cell.distance(pair, i) < nearest) {
          nearest = cell.distance(pair, i);
          this.least.pair[i] = pair;
        }
      }
      this.least.lower[i] = lower;
      this.least.upper[i] = upper;
    }
    this.strips = new Strips(cell);
    this.strips.onSeek = (time, pair) => {
      this.stop();
      this.go(this.nearestSample(time));
      if (pair >= 0) this.onPair(pair);
    };
    byId('timeline').hidden = n < 2;
    document.body.classList.toggle('still', n < 2);
    if (n < 2) return;
    this.slider.max = String(n - 1);
    this.slider.addEventListener('input', () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.button.addEventListener('click', () => this.toggle());
    this.speed.addEventListener('change', () => this.startClock());
    this.log.addEventListener('change', () => this.redraw());
  }

  /// The nearest pair of a sample.
  nearestPair(sample: number): number {
    return this.least.pair[sample]!;
  }
  /// When the nearest pair of all is nearest.
  get worstSample(): number {
    let best = 0;
    this.least.upper.forEach((upper, i) => {
      if (upper < this.least.upper[best]!) best = i;
    });
    return best;
  }

  go(sample: number): void {
    const to = Math.min(Math.max(Math.round(sample), 0), this.cell.samples - 1);
    this.sample = to;
    this.slider.value = String(to);
    this.slider.setAttribute('aria-valuetext', `${this.timeText()}, sample ${to + 1} of ${this.cell.samples}`);
    byId('now').textContent = this.timeText();
    this.moveCursor();
    this.onSample(to);
  }
  private timeText(): string {
    return `${Number(this.cell.times[this.sample]!.toPrecision(6))} s`;
  }

  toggle(): void {
    this.playing ? this.stop() : this.start();
  }
  private start(): void {
    if (this.cell.samples < 2) return;
    if (this.sample === this.cell.samples - 1) this.go(0);
    this.playing = true;
    this.showPlaying();
    this.startClock();
    requestAnimationFrame(() => this.tick());
  }
  stop(): void {
    this.playing = false;
    this.showPlaying();
  }
  private showPlaying(): void {
    this.button.setAttribute('aria-pressed', String(this.playing));
    this.button.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    this.button.title = this.playing ? 'Pause (space)' : 'Play (space)';
  }
  private startClock(): void {
    this.clock = this.cell.times[this.sample]!;
    this.clockAt = performance.now();
  }
  private tick(): void {
    if (!this.playing) return;
    const { times } = this.cell;
    const now = this.clock + ((performance.now() - this.clockAt) / 1000) * Number(this.speed.value);
    let next = this.sample;
    while (next + 1 < times.length && times[next + 1]! <= now) ++next;
    if (next !== this.sample) this.go(next);
    if (next === times.length - 1) this.stop();
    requestAnimationFrame(() => this.tick());
  }

  /// Draws the plot anew: another pair, unit, theme or width.
  redraw(): void {
    if (this.cell.samples < 2) return;
    this.plot?.destroy();
    const place = byId('plot');
    place.replaceChildren();
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const factor = Math.pow(10, this.unit.power);
    const scaled = (numbers: ArrayLike<number>): (number | null)[] =>
      Array.from(numbers, (x) => (Number.isFinite(x) ? x * factor : null));
    const range = Array.from({ length: this.cell.samples }, (_, i) => i);
    const pairLower = this.pair < 0 ? [] : range.map((i) => this.cell.lower(this.pair, i));
    const pairUpper = this.pair < 0 ? [] : range.map((i) => this.cell.upper(this.pair, i));
    const grid = { stroke: colour('--rule'), width: 1 };
    const axis = { stroke: colour('--faint'), grid, ticks: grid, font: '11px system-ui, sans-serif' };
    const { margin, watch } = this.cell;
    const positive = this.least.lower.every((x) => x > 0) && (margin === null || margin > 0);
    const line = (label: string, stroke: string, width: number, dash?: number[]): uPlot.Series => ({
      label,
      stroke,
      width,
      ...(dash ? { dash } : {}),
      points: { show: false },
    });
    const options: uPlot.Options = {
      width: Math.max(place.clientWidth, 120),
      height: Math.max(place.clientHeight, 60),
      legend: { show: false },
      cursor: { points: { show: false }, drag: { x: false, y: false }, y: false },
      scales: { x: { time: false }, ...(this.log.checked ? { y: { distr: positive ? 3 : 4, asinh: this.asinh(factor) } } : {}) },
      axes: [
        { ...axis, size: 24, values: (_, values) => values.map((v) => `${v} s`) },
        { ...axis, size: 58, values: (_, values) => values.map((v) => `${v}`.replace('-', '−')) },
      ],
      series: [
        {},
        line('least lower', colour('--line'), 1.5),
        line('least upper', colour('--line'), 1.5),
        line('pair lower', colour('--accent'), 2),
        line('pair upper', colour('--accent'), 2),
        line('margin', colour('--warn'), 1.5, [6, 4]),
        line('monitor', colour('--line'), 1.5, [2, 3]),
        line('monitor of the pair', colour('--accent'), 2, [2, 3]),
      ],
      bands: [
        { series: [2, 1], fill: colour('--line-band') },
        { series: [4, 3], fill: colour('--accent-band') },
      ],
      hooks: {
        draw: [(plot) => this.drawZero(plot, colour('--faint'))],
        ready: [
          (plot) => {
            const over = plot.over;
            this.cursorLine = document.createElement('div');
            this.cursorLine.className = 'plot-now';
            over.append(this.cursorLine);
            this.plot = plot;
            this.moveCursor();
            this.drawStrips(plot);
            const seek = (event: PointerEvent): void => {
              const x = event.clientX - over.getBoundingClientRect().left;
              this.stop();
              this.go(this.nearestSample(plot.posToVal(x, 'x')));
            };
            over.addEventListener('pointerdown', (event) => {
              over.setPointerCapture(event.pointerId);
              seek(event);
            });
            over.addEventListener('pointermove', (event) => {
              if (event.buttons & 1) seek(event);
            });
          },
        ],
      },
    };
    const data = [
      Array.from(this.cell.times),
      scaled(this.least.lower),
      scaled(this.least.upper),
      this.pair < 0 ? range.map(() => null) : scaled(pairLower),
      this.pair < 0 ? range.map(() => null) : scaled(pairUpper),
      range.map(() => (margin === null ? null : margin * factor)),
      watch ? scaled(watch.least) : range.map(() => null),
      watch && this.pair >= 0 ? scaled(range.map((i) => watch.bound(this.pair, i))) : range.map(() => null),
    ];
    this.plot = new uPlot(options, data as uPlot.AlignedData, place);
  }
  private cursorLine: HTMLElement | null = null;

  private drawStrips(plot: uPlot): void {
    const ratio = window.devicePixelRatio || 1;
    const width = plot.bbox.width / ratio;
    this.strips.draw({ left: plot.bbox.left / ratio, width, from: plot.posToVal(0, 'x'), to: plot.posToVal(width, 'x') }, this.pair);
  }

  /// Below this the scale is straight, above it is logarithmic: a hundredth of what there is to see.
  private asinh(factor: number): number {
    const most = Math.max(...Array.from(this.least.upper, (x) => (Number.isFinite(x) ? Math.abs(x) : 0)));
    return most > 0 ? (most * factor) / 100 : 1;
  }

  private drawZero(plot: uPlot, colour: string): void {
    const y = plot.valToPos(0, 'y', true);
    const { left, top, width, height } = plot.bbox;
    if (!(y >= top && y <= top + height)) return;
    plot.ctx.save();
    plot.ctx.setLineDash([]);
    plot.ctx.strokeStyle = colour;
    plot.ctx.lineWidth = window.devicePixelRatio;
    plot.ctx.beginPath();
    plot.ctx.moveTo(left, y);
    plot.ctx.lineTo(left + width, y);
    plot.ctx.stroke();
    plot.ctx.restore();
  }

  private nearestSample(time: number): number {
    let best = 0;
    this.cell.times.forEach((t, i) => {
      if (Math.abs(t - time) < Math.abs(this.cell.times[best]! - time)) best = i;
    });
    return best;
  }

  private moveCursor(): void {
    if (!this.plot || !this.cursorLine) return;
    this.cursorLine.style.transform = `translateX(${this.plot.valToPos(this.cell.times[this.sample]!, 'x')}px)`;
  }

  describe(): string {
    const worst = this.worstSample;
    return `Least clearance over time: lowest ${format(this.least.lower[worst]!, 4, this.unit, 'down')} ${this.unit.name} at ${this.cell.times[worst]} s.`;
  }
}
