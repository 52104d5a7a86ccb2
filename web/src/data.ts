// The data block of the page, as src/view writes it, checked: whatever is wrong with it is thrown as a PageError.

import { column, PageError } from './columns';
import { Covers, Watch } from './over_time';

export type Vector = [number, number, number];

/// A shape as in a scene; what has faces comes with them. Any of them but unions may be swept by a ball: `rounding`.
export type Shape = { rounding?: number } & ShapeKind;
type ShapeKind =
  | { type: 'point'; at: Vector }
  | { type: 'segment'; points: [Vector, Vector] }
  | { type: 'ray' | 'line'; origin: Vector; direction: Vector }
  | { type: 'plane' | 'halfspace'; normal: Vector; offset: number }
  | { type: 'box'; size: Vector }
  | { type: 'sphere'; radius: number }
  | { type: 'capsule' | 'cylinder' | 'cone'; radius: number; length: number }
  | { type: 'ellipsoid'; radii: Vector }
  | {
      type: 'triangle' | 'rectangle' | 'polygon' | 'tetrahedron' | 'hull' | 'polyhedron';
      vertices: number[];
      faces: number[][];
    }
  | {
      type: 'spheres';
      spheres: [number, number, number, number][];
      vertices: number[];
      edges: [number, number][];
      facets: { spheres: number[]; normal: Vector }[];
    }
  | { type: 'union'; parts: { shape: Shape; position: Vector; rotation: [number, number, number, number] }[] };

export interface Body {
  name: string;
  shape: number;
  uncertain?: boolean; // the bounds of its pairs hold for every placement that it may have
}

/// What the library answered for a pair at a time.
export interface Answer {
  status: 'separated' | 'touching' | 'penetrating';
  distance: number;
  lower: number;
  upper: number;
  a: Vector;
  b: Vector;
  normal: Vector;
  method: string;
  ending: string;
  iterations: number;
  parts: [number, number];
}

interface Columns {
  statuses: string[];
  endings: string[];
  methods: string[];
  status: Uint8Array;
  method: Uint8Array;
  ending: Uint8Array;
  distance: Float64Array;
  lower: Float64Array;
  upper: Float64Array;
  points: Float64Array;
  normals: Float64Array;
  iterations: Int32Array;
  parts: Int32Array | null;
}

function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new PageError(`${name} is missing`);
  return value;
}

export class Cell {
  readonly title: string;
  readonly madeBy: string;
  readonly margin: number | null;
  readonly shapes: Shape[];
  readonly bodies: Body[];
  readonly times: Float64Array;
  readonly pairs: Uint32Array; // a, b, a, b, ...
  readonly pairsInScene: number;
  private readonly moving: Uint32Array;
  private readonly movingRank: Int32Array; // of each body, -1 if it rests
  private readonly positions: Float64Array;
  private readonly rotations: Float64Array;
  private readonly first: Uint32Array; // where the answers of each pair begin
  private readonly counts: Uint32Array;
  private readonly columns: Columns;
  readonly covers: Covers | null; // of a certificate
  readonly watch: Watch | null; // of a monitor

  constructor(text: string) {
    let raw: any;
    try {
      raw = JSON.parse(text);
    } catch (error) {
      throw new PageError(`it is not JSON: ${(error as Error).message}`);
    }
    if (typeof raw !== 'object' || raw === null || raw.page !== 1)
      throw new PageError('it was not written by a version of clearance that this page knows');
    this.title = String(raw.title ?? 'scene');
    this.madeBy = String(raw.made_by ?? 'clearance');
    this.margin = typeof raw.margin === 'number' ? raw.margin : null;
    this.shapes = list(raw.shapes, 'shapes') as Shape[];
    this.bodies = list(raw.bodies, 'bodies') as Body[];
    this.bodies.forEach((body, i) => {
      if (typeof body?.name !== 'string' || !this.shapes[body.shape]) throw new PageError(`body ${i} is broken`);
    });
    this.times = column(Float64Array, raw.times, 'times');
    if (this.times.length === 0) throw new PageError('there is no time sample');
    this.moving = column(Uint32Array, raw.moving, 'moving');
    const poses = this.bodies.length + (this.times.length - 1) * this.moving.length;
    this.positions = column(Float64Array, raw.positions, 'positions', 3 * poses);
    this.rotations = column(Float64Array, raw.rotations, 'rotations', 4 * poses);
    this.movingRank = new Int32Array(this.bodies.length).fill(-1);
    this.moving.forEach((body, rank) => (this.movingRank[body] = rank));

    const answers = raw.answers;
    if (typeof answers !== 'object' || answers === null) throw new PageError('answers are missing');
    this.counts = column(Uint32Array, answers.counts, 'counts');
    const n = this.counts.length;
    this.pairs = column(Uint32Array, answers.pairs, 'pairs', 2 * n);
    if (this.pairs.some((body) => body >= this.bodies.length)) throw new PageError('a pair names no body');
    this.pairsInScene = Number(raw.pairs_in_scene ?? n);
    this.first = new Uint32Array(n);
    let total = 0;
    this.counts.forEach((count, pair) => {
      if (count !== 1 && count !== this.times.length) throw new PageError(`pair ${pair} has ${count} answers`);
      this.first[pair] = total;
      total += count;
    });
    this.columns = {
      statuses: list(answers.statuses, 'statuses') as string[],
      endings: list(answers.endings, 'endings') as string[],
      methods: list(answers.methods, 'methods') as string[],
      status: column(Uint8Array, answers.status, 'status', total),
      method: column(Uint8Array, answers.method, 'method', total),
      ending: column(Uint8Array, answers.ending, 'ending', total),
      distance: column(Float64Array, answers.distance, 'distance', total),
      lower: column(Float64Array, answers.lower, 'lower', total),
      upper: column(Float64Array, answers.upper, 'upper', total),
      points: column(Float64Array, answers.points, 'points', 6 * total),
      normals: column(Float64Array, answers.normals, 'normals', 3 * total),
      iterations: column(Int32Array, answers.iterations, 'iterations', total),
      parts: answers.parts === undefined ? null : column(Int32Array, answers.parts, 'parts', 2 * total),
    };
    this.covers = raw.covers ? new Covers(raw.covers, n, this.times[0]!) : null;
    this.watch = raw.monitor ? new Watch(raw.monitor, n, this.times.length) : null;
  }

  get samples(): number {
    return this.times.length;
  }
  get pairCount(): number {
    return this.counts.length;
  }
  pair(i: number): [number, number] {
    return [this.pairs[2 * i]!, this.pairs[2 * i + 1]!];
  }
  isMoving(body: number): boolean {
    return this.movingRank[body]! >= 0;
  }
  name(body: number): string {
    return this.bodies[body]!.name;
  }
  shape(body: number): Shape {
    return this.shapes[this.bodies[body]!.shape]!;
  }

  private poseIndex(body: number, sample: number): number {
    const rank = this.movingRank[body]!;
    if (rank < 0 || sample === 0) return body;
    return this.bodies.length + (sample - 1) * this.moving.length + rank;
  }
  position(body: number, sample: number): Vector {
    const at = 3 * this.poseIndex(body, sample);
    return [this.positions[at]!, this.positions[at + 1]!, this.positions[at + 2]!];
  }
  /// (w, x, y, z)
  rotation(body: number, sample: number): [number, number, number, number] {
    const at = 4 * this.poseIndex(body, sample);
    const r = this.rotations;
    return [r[at]!, r[at + 1]!, r[at + 2]!, r[at + 3]!];
  }

  private answerIndex(pair: number, sample: number): number {
    return this.first[pair]! + (this.counts[pair] === 1 ? 0 : sample);
  }
  distance(pair: number, sample: number): number {
    return this.columns.distance[this.answerIndex(pair, sample)]!;
  }
  lower(pair: number, sample: number): number {
    return this.columns.lower[this.answerIndex(pair, sample)]!;
  }
  upper(pair: number, sample: number): number {
    return this.columns.upper[this.answerIndex(pair, sample)]!;
  }
  status(pair: number, sample: number): Answer['status'] {
    return this.columns.statuses[this.columns.status[this.answerIndex(pair, sample)]!] as Answer['status'];
  }
  answer(pair: number, sample: number): Answer {
    const i = this.answerIndex(pair, sample);
    const c = this.columns;
    const vector = (from: Float64Array, at: number): Vector => [from[at]!, from[at + 1]!, from[at + 2]!];
    return {
      status: this.status(pair, sample),
      distance: c.distance[i]!,
      lower: c.lower[i]!,
      upper: c.upper[i]!,
      a: vector(c.points, 6 * i),
      b: vector(c.points, 6 * i + 3),
      normal: vector(c.normals, 3 * i),
      method: c.methods[c.method[i]!] ?? '?',
      ending: c.endings[c.ending[i]!] ?? '?',
      iterations: c.iterations[i]!,
      parts: c.parts ? [c.parts[2 * i]!, c.parts[2 * i + 1]!] : [-1, -1],
    };
  }
}
