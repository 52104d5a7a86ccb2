// Brings picture, table and time together: what is chosen in one is shown in all.

import { Color, Vector3 } from 'three';
import { Axes } from './axes';
import { Look } from './bodies';
import { colourOf, legendGradient, neutral, overlap } from './colours';
import type { Answer, Cell } from './data';
import { showDetail } from './detail';
import { byId, clip, element } from './dom';
import { Labels, type Box } from './labels';
import { format, roundUp, units, type Unit } from './numbers';
import { colourA, colourB } from './pair_picture';
import { readLink, writeLink } from './permalink';
import { Stage } from './stage';
import { Table } from './table';
import { Timeline } from './timeline';

export class App {
  private readonly stage: Stage | null;
  private readonly labels: Labels | null = null;
  private readonly table: Table;
  private readonly timeline: Timeline;
  private readonly gapLabel = element('div', 'label gap');
  private unit: Unit = units[0]!;
  private pair = -1;
  private hovered = -1;
  private picked = -1;
  private isolated = false;
  private slab = true;
  private dark = false;
  private readonly hidden = new Set<number>();
  private readonly pairsOf: number[][];
  private readonly full: number; // the clearance of the last colour
  private linkTimer = 0;
  private ready = false;
  private overlays: Box[] = [];

  constructor(
    private readonly cell: Cell,
    webgl: boolean,
  ) {
    this.pairsOf = cell.bodies.map(() => []);
    for (let pair = 0; pair < cell.pairCount; ++pair) for (const body of cell.pair(pair)) this.pairsOf[body]!.push(pair);
    this.full = this.chooseFull();
    const link = readLink();
    this.unit = units.find((unit) => unit.name === link.unit) ?? this.chooseUnit();
    this.fillHeader();

    this.stage = webgl ? new Stage(cell, byId<HTMLCanvasElement>('canvas')) : null;
    if (!this.stage) this.sayNoPicture();
    this.table = new Table(cell, this.unit);
    this.table.full = this.full;
    this.timeline = new Timeline(cell, this.unit);
    if (this.stage) {
      this.labels = new Labels(this.stage, cell, byId('labels'));
      byId('labels').append(this.gapLabel);
      this.connectStage(this.stage);
    }
    this.connectControls();
    this.setTheme(link.dark ?? matchMedia('(prefers-color-scheme: dark)').matches);
    for (const body of link.hidden) if (body < cell.bodies.length) this.hidden.add(body);

    this.timeline.onSample = (sample) => this.showSample(sample);
    this.timeline.onPair = (pair) => this.choosePair(pair);
    const sample = Math.min(link.sample ?? this.timeline.worstSample, cell.samples - 1);
    this.pair = link.pair !== null && link.pair < cell.pairCount ? link.pair : this.timeline.nearestPair(sample);
    this.isolated = link.isolated;
    this.timeline.pair = this.pair;
    if (this.stage) {
      this.resize();
      this.stage.bodies.setSample(sample);
      if (link.view) this.stage.view = link.view;
      else this.stage.start();
    }
    this.timeline.go(sample);
    this.timeline.redraw();
    this.table.scrollTo(this.pair);
    this.ready = true;
    new ResizeObserver(() => this.resize()).observe(byId('stage'));
    new ResizeObserver(() => this.timeline.redraw()).observe(byId('plot'));
  }

  // ---- set-up

  /// Three quarters of the bodies come nearer than this at some time.
  private chooseFull(): number {
    const least = this.pairsOf
      .filter((pairs) => pairs.length > 0)
      .map((pairs) => {
        let nearest = Infinity;
        for (const pair of pairs)
          for (let i = 0; i < this.cell.samples; ++i) nearest = Math.min(nearest, Math.max(this.cell.distance(pair, i), 0));
        return nearest;
      })
      .sort((p, q) => p - q);
    const typical = least[Math.floor(0.75 * (least.length - 1))] ?? 1;
    const largest = least[least.length - 1] ?? 1;
    return roundUp(typical > 0 ? typical : largest > 0 ? largest : 1);
  }
  private chooseUnit(): Unit {
    return this.full <= 2 ? units[2]! : units[0]!;
  }
  private fillHeader(): void {
    const { cell } = this;
    byId('title').textContent = clip(cell.title, 120);
    document.title = `${clip(cell.title, 60)} · clearance`;
    const count = (n: number, word: string): string => `${n.toLocaleString('en')} ${word}${n === 1 ? '' : word === 'body' ? '' : 's'}`;
    const bodies = cell.bodies.length === 1 ? '1 body' : `${cell.bodies.length.toLocaleString('en')} bodies`;
    const span = cell.times[cell.samples - 1]! - cell.times[0]!;
    byId('summary').textContent = [
      bodies,
      count(cell.pairsInScene, 'pair'),
      ...(cell.samples > 1 ? [`${count(cell.samples, 'sample')} over ${Number(span.toPrecision(4))} s`] : []),
    ].join(' · ');
    byId('made-by').textContent = `Made by ${cell.madeBy}. Drawn with three.js and uPlot.`;
    const select = byId<HTMLSelectElement>('unit');
    for (const unit of units) select.append(element('option', '', unit.name));
    select.value = this.unit.name;
    const key = byId('plot-key');
    key.append(element('span', 'key-line', 'least of all pairs'), element('span', 'key-line pair', 'chosen pair'));
    if (cell.margin !== null) key.append(element('span', 'key-line margin', `margin ${cell.margin} m`));
    if (cell.watch) key.append(element('span', 'key-line bound', `bound of the monitor, ${cell.watch.budget}`));
    key.append(
      element(
        'span',
        '',
        cell.covers
          ? `Certified: no pair comes nearer than ${cell.covers.claim} m at any time, between the samples too.`
          : 'The band between lower and upper is proven at every sample.',
      ),
    );
  }
  private sayNoPicture(): void {
    const place = element('div', 'broken');
    place.setAttribute('role', 'alert');
    place.append(
      element('h1', '', 'No picture: this browser has no WebGL'),
      element('p', '', 'The numbers are all here. For the picture, switch on hardware acceleration or use another browser.'),
    );
    byId('stage').append(place);
  }

  private connectStage(stage: Stage): void {
    const axes = new Axes(byId('axes') as unknown as SVGSVGElement);
    stage.onRender = () => {
      this.labels!.update([...this.overlays, ...this.placeGapLabel()]);
      axes.update(stage.camera);
    };
    stage.onMoved = () => this.saveLink();
    let down: { x: number; y: number } | null = null;
    stage.canvas.addEventListener('pointerdown', (event) => (down = { x: event.offsetX, y: event.offsetY }));
    stage.canvas.addEventListener('pointerup', (event) => {
      const still = down !== null && Math.hypot(event.offsetX - down.x, event.offsetY - down.y) < 4;
      if (still && event.button === 0) this.pickBody(stage.pick(event.offsetX, event.offsetY));
      down = null;
    });
    stage.canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    stage.canvas.addEventListener('webglcontextrestored', () => stage.invalidate());
  }

  private connectControls(): void {
    const on = (id: string, action: () => void): void => byId(id).addEventListener('click', action);
    on('fit', () => this.stage?.fit());
    on('near', () => this.fitGap());
    on('isolate', () => this.toggleIsolate());
    on('hide', () => this.hidePicked());
    on('show-all', () => this.showAll());
    on('slab', () => this.toggleSlab());
    on('names', () => this.toggleNames());
    on('theme', () => this.setTheme(!this.dark));
    on('help-button', () => byId<HTMLDialogElement>('help').showModal());
    const opacity = byId<HTMLInputElement>('opacity');
    opacity.addEventListener('input', () => this.setOpacity(Number(opacity.value)));
    const unit = byId<HTMLSelectElement>('unit');
    unit.addEventListener('change', () => this.setUnit(units.find((u) => u.name === unit.value)!));
    const digits = byId<HTMLInputElement>('digits');
    digits.addEventListener('change', () => {
      this.table.all = digits.checked;
      document.body.classList.toggle('all-digits', digits.checked);
      this.table.update(this.sample);
      this.showPair();
    });
    this.table.onSelect = (pair) => this.choosePair(pair);
    this.table.onHover = (pair) => {
      this.hovered = pair;
      this.showPair();
    };
    document.addEventListener('keydown', (event) => this.onKey(event));
  }

  private onKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (byId<HTMLDialogElement>('help').open) return;
    if (target.matches('input[type=search], select') || (target.matches('input[type=range]') && event.key.startsWith('Arrow'))) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    const step = event.shiftKey ? 10 : 1;
    const go = (sample: number): void => {
      this.timeline.stop();
      this.timeline.go(sample);
    };
    const keys: Record<string, () => void> = {
      ' ': () => this.timeline.toggle(),
      ',': () => go(this.sample - step),
      '<': () => go(this.sample - 10),
      ';': () => go(this.sample - 10),
      '.': () => go(this.sample + step),
      '>': () => go(this.sample + 10),
      ':': () => go(this.sample + 10),
      Home: () => go(0),
      End: () => go(this.cell.samples - 1),
      w: () => {
        go(this.timeline.worstSample);
        this.choosePair(this.timeline.nearestPair(this.sample));
      },
      n: () => this.choosePair(this.timeline.nearestPair(this.sample)),
      ArrowLeft: () => this.stage?.orbit(-0.08, 0),
      ArrowRight: () => this.stage?.orbit(0.08, 0),
      ArrowUp: () => this.stage?.orbit(0, 0.08),
      ArrowDown: () => this.stage?.orbit(0, -0.08),
      '+': () => this.stage?.zoom(1 / 1.2),
      '=': () => this.stage?.zoom(1 / 1.2),
      '-': () => this.stage?.zoom(1.2),
      '0': () => this.stage?.start(),
      '1': () => this.stage?.lookFrom(new Vector3(0, -1, 0)),
      '2': () => this.stage?.lookFrom(new Vector3(1, 0, 0)),
      '3': () => this.stage?.lookFrom(new Vector3(0, -0.001, 1)),
      f: () => this.stage?.fit(),
      z: () => this.fitGap(),
      i: () => this.toggleIsolate(),
      h: () => this.hidePicked(),
      u: () => this.showAll(),
      s: () => this.toggleSlab(),
      l: () => this.toggleNames(),
      x: () => this.setOpacity(Number(byId<HTMLInputElement>('opacity').value) < 100 ? 100 : 45),
      d: () => this.setTheme(!this.dark),
      '/': () => byId('filter').focus(),
      '?': () => byId<HTMLDialogElement>('help').showModal(),
      Escape: () => this.pickBody(-1),
    };
    const action = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!action) return;
    if (target.matches('button') && (event.key === ' ' || event.key === 'Enter')) return;
    event.preventDefault();
    action();
  }

  // ---- what is chosen

  private get sample(): number {
    return this.timeline.sample;
  }

  private choosePair(pair: number): void {
    if (pair < 0) return;
    this.pair = pair;
    this.timeline.pair = pair;
    this.timeline.redraw();
    this.table.selected = pair;
    this.table.update(this.sample);
    this.table.scrollTo(pair);
    this.applyLooks();
    this.showPair();
    this.saveLink();
  }

  /// A click on a body chooses its nearest pair; another click the next of its pairs.
  private pickBody(body: number): void {
    const again = body >= 0 && body === this.picked;
    this.picked = body;
    byId<HTMLButtonElement>('hide').disabled = body < 0;
    const note = byId('picked');
    note.hidden = body < 0;
    if (body >= 0) {
      note.replaceChildren(
        element('bdi', '', clip(this.cell.name(body), 80)),
        document.createTextNode(` · ${this.cell.shape(body).type} · ${this.pairsOf[body]!.length} pairs`),
      );
      const pairs = [...this.pairsOf[body]!].sort((p, q) => this.cell.distance(p, this.sample) - this.cell.distance(q, this.sample));
      if (pairs.length > 0) {
        const at = again ? (pairs.indexOf(this.pair) + 1) % pairs.length : 0;
        this.choosePair(pairs[at]!);
        return;
      }
    }
    this.showPair();
  }

  private toggleIsolate(): void {
    this.isolated = !this.isolated;
    byId('isolate').setAttribute('aria-pressed', String(this.isolated));
    this.applyLooks();
    this.showPair();
    this.saveLink();
  }
  private hidePicked(): void {
    if (this.picked < 0) return;
    this.hidden.add(this.picked);
    this.pickBody(-1);
    this.applyLooks();
    this.showPair();
    this.saveLink();
  }
  private showAll(): void {
    this.hidden.clear();
    if (this.isolated) this.toggleIsolate();
    this.applyLooks();
    this.showPair();
    this.saveLink();
  }
  private toggleSlab(): void {
    this.slab = !this.slab;
    byId('slab').setAttribute('aria-pressed', String(this.slab));
    this.showPair();
  }
  private toggleNames(): void {
    if (!this.labels) return;
    this.labels.enabled = !this.labels.enabled;
    byId('names').setAttribute('aria-pressed', String(this.labels.enabled));
    this.stage?.invalidate();
  }
  private setOpacity(percent: number): void {
    byId<HTMLInputElement>('opacity').value = String(percent);
    this.stage?.setOpacity(percent / 100);
  }
  private setUnit(unit: Unit): void {
    this.unit = unit;
    this.table.unit = unit;
    this.timeline.unit = unit;
    this.table.update(this.sample);
    this.timeline.redraw();
    this.showLegend();
    this.showPair();
    this.saveLink();
  }
  private setTheme(dark: boolean): void {
    this.dark = dark;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    const background = getComputedStyle(document.documentElement).getPropertyValue('--stage').trim();
    this.stage?.setTheme(dark, background);
    if (this.ready) {
      this.timeline.redraw();
      this.showPair();
      this.saveLink();
    }
    this.showLegend();
  }
  private fitGap(): void {
    if (!this.stage || this.pair < 0) return;
    const answer = this.cell.answer(this.pair, this.sample);
    if (!Number.isFinite(answer.distance)) return this.stage.fit([...this.cell.pair(this.pair)]);
    const a = this.stage.frame.toDrawing(answer.a);
    const b = this.stage.frame.toDrawing(answer.b);
    const middle = a.clone().add(b).multiplyScalar(0.5);
    this.stage.frameBall(middle, Math.max(1.6 * a.distanceTo(b), 0.01 * this.stage.frame.radius), new Vector3(...answer.normal));
  }

  // ---- what is shown

  private showSample(sample: number): void {
    this.table.selected = this.pair;
    this.table.update(sample);
    if (this.stage) {
      this.stage.bodies.setSample(sample);
      const colour = new Color();
      const clearance = this.cell.bodies.map((_, body) => this.clearance(body, sample));
      clearance.forEach((distance, body) => this.stage!.bodies.setColour(body, colourOf(distance, this.full, colour)));
      this.applyLooks();
      const order = this.cell.bodies.map((_, i) => i);
      order.sort((p, q) => (clearance[p]! || 1e300) - (clearance[q]! || 1e300) || p - q);
      this.order = order;
    }
    this.showPair();
    if (this.ready) this.saveLink();
  }
  private order: number[] = [];

  /// The least distance of a body from others; none if no pair is about it.
  private clearance(body: number, sample: number): number {
    let least = NaN;
    for (const pair of this.pairsOf[body]!) {
      const distance = this.cell.distance(pair, sample);
      if (!(distance >= least)) least = distance;
    }
    return least;
  }

  private applyLooks(): void {
    if (!this.stage) return;
    const { looks } = this.stage.bodies;
    const kept = this.isolated && this.pair >= 0 ? new Set<number>(this.cell.pair(this.pair)) : null;
    for (let body = 0; body < looks.length; ++body)
      looks[body] = this.hidden.has(body) ? Look.hidden : kept && !kept.has(body) ? Look.ghost : Look.solid;
    byId('show-all').hidden = this.hidden.size === 0;
    byId('isolate').setAttribute('aria-pressed', String(this.isolated));
    this.stage.bodies.refresh();
    this.stage.invalidate();
  }

  private get shownPair(): number {
    return this.hovered >= 0 ? this.hovered : this.pair;
  }

  private showPair(): void {
    const pair = this.shownPair;
    const answer: Answer | null = pair < 0 ? null : this.cell.answer(pair, this.sample);
    showDetail(this.cell, pair, this.sample, answer, this.unit, this.table.all);
    if (!this.stage || !this.labels) return;
    const bodies: number[] = pair < 0 ? [] : this.cell.pair(pair);
    const sizes = bodies.map((body) => this.stage!.bodies.ball(body).radius).filter((radius) => radius > 0);
    const size = this.slabSize(answer, Math.min(...sizes, 0.6 * this.stage.frame.radius));
    const ink = new Color(answer && answer.distance < 0 ? (this.dark ? 0xff5c7f : 0xb4133f) : this.dark ? 0xf2f6fa : 0x10181f);
    this.stage.showPair(answer, size, ink, this.slab);
    const chosen = bodies.map((body, i) => ({ body, colour: i === 0 ? colourA : colourB }));
    if (this.picked >= 0 && !bodies.includes(this.picked)) chosen.push({ body: this.picked, colour: ink });
    this.stage.showOutline(chosen);
    this.labels.setOrder(this.order, new Set([...bodies, ...(this.picked >= 0 ? [this.picked] : [])]));
    this.gapLabel.textContent =
      answer && Number.isFinite(answer.distance) ? `${format(answer.distance, 4, this.unit)} ${this.unit.name}` : '';
  }

  /// Large enough to be seen, small beside the bodies and not huge beside the gap.
  private slabSize(answer: Answer | null, body: number): number {
    const whole = this.stage!.frame.radius;
    const gap = answer && Number.isFinite(answer.distance) ? Math.abs(answer.distance) * this.stage!.frame.scale : 0;
    return Math.max(Math.min(0.45 * body, Math.max(2.5 * gap, 0.15 * body)), 0.02 * whole);
  }

  /// Where it is, for the names to stay clear of it.
  private placeGapLabel(): Box[] {
    const pair = this.shownPair;
    const answer = pair < 0 ? null : this.cell.answer(pair, this.sample);
    const { frame, size } = this.stage!;
    const at =
      answer && Number.isFinite(answer.distance)
        ? this.stage!.project(frame.toDrawing(answer.a).add(frame.toDrawing(answer.b)).multiplyScalar(0.5))
        : null;
    this.gapLabel.hidden = at === null;
    if (!at) return [];
    const w = 8 * this.gapLabel.textContent!.length + 12;
    const place = { x: Math.max(4, Math.min(at.x + 14, size.width - w - 4)), y: at.y + 10, w, h: 20 };
    for (const box of this.overlays)
      if (place.x < box.x + box.w && box.x < place.x + w && place.y < box.y + box.h && box.y < place.y + place.h)
        place.y = box.y < size.height / 2 ? box.y + box.h + 1 : box.y - place.h - 1;
    this.gapLabel.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`;
    return [place];
  }

  private showLegend(): void {
    byId('legend-bar').style.background = legendGradient();
    document.querySelector<HTMLElement>('.legend-over')!.style.background = `#${overlap.getHexString()}`;
    byId('legend-mid').textContent = format(this.full / 4, 2, this.unit);
    byId('legend-full').textContent = `≥ ${format(this.full, 2, this.unit)} ${this.unit.name}`;
    byId('legend').setAttribute(
      'aria-label',
      `Colours: overlap crimson, then from orange at no clearance to blue at ${format(this.full, 2, this.unit)} ${this.unit.name} and more; bodies without pairs grey.`,
    );
    byId('legend').title = `Bodies without pairs: #${neutral.getHexString()}`;
    byId('plot').setAttribute('aria-label', this.timeline ? this.timeline.describe() : 'Clearance over time');
  }

  private resize(): void {
    const box = byId('stage').getBoundingClientRect();
    this.stage?.resize(Math.round(box.width), Math.round(box.height));
    // What lies over the picture, for names to stay clear of.
    this.overlays = [...byId('tools').children, byId('legend')].flatMap((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return width > 0 ? [{ x: x - box.x - 2, y: y - box.y - 2, w: width + 4, h: height + 4 }] : [];
    });
  }

  private saveLink(): void {
    window.clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(
      () =>
        writeLink({
          sample: this.sample,
          pair: this.pair < 0 ? null : this.pair,
          view: this.stage ? this.stage.view : null,
          unit: this.unit.name,
          dark: this.dark,
          isolated: this.isolated,
          hidden: [...this.hidden],
        }),
      250,
    );
  }

  /// What tests look at.
  inspect(): object {
    const page = this;
    return {
      cell: this.cell,
      stage: this.stage,
      get firstPicture() {
        return page.stage?.firstAt ?? 0;
      },
      get sample() {
        return page.sample;
      },
      get pair() {
        return page.pair;
      },
      get picked() {
        return page.picked;
      },
      /// Of a pair alone within a ball, or of all.
      snapshot: (width: number, height: number, pair = -1, ball?: { centre: [number, number, number]; radius: number }) => {
        if (pair >= 0) {
          const shown: number[] = this.cell.pair(pair);
          this.hidden.clear();
          this.cell.bodies.forEach((_, body) => shown.includes(body) || this.hidden.add(body));
          this.choosePair(pair);
        }
        return this.stage?.snapshot(width, height, ball);
      },
      readBack: (body: number) => this.stage?.bodies.readBack(body),
      tablePairs: () => [...this.table.pairs],
      project: (p: [number, number, number]) => this.stage?.project(this.stage.frame.toDrawing(p)),
    };
  }
}
