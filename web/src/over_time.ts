// What a certificate or a monitor says of the pairs: read from the data block, and checked.

import type { Vector } from './data';
import { column, PageError } from './columns';

/// A stretch of time over which one slab is open.
export interface Piece {
  from: number;
  to: number;
  normal: Vector;
}
/// Stretches that cover the whole motion, of a pair of convex parts.
export interface Cover {
  parts: [number, number];
  pieces: Piece[];
}

export class Covers {
  readonly claim: number;
  private readonly ofPairs: Cover[][];

  constructor(raw: any, pairCount: number, start: number) {
    if (typeof raw.claim !== 'number') throw new PageError('the claim of the certificate is missing');
    this.claim = raw.claim;
    const pairs = column(Uint32Array, raw.pairs, 'pairs of the covers');
    const counts = column(Uint32Array, raw.counts, 'counts of the covers', pairs.length);
    const parts = column(Int32Array, raw.parts, 'parts of the covers', 2 * pairs.length);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const ends = column(Float64Array, raw.ends, 'ends of the covers', total);
    const normals = column(Float64Array, raw.normals, 'normals of the covers', 3 * total);
    this.ofPairs = Array.from({ length: pairCount }, () => []);
    let at = 0;
    pairs.forEach((pair, i) => {
      const cover: Cover = { parts: [parts[2 * i]!, parts[2 * i + 1]!], pieces: [] };
      let from = start;
      for (const last = at + counts[i]!; at < last; ++at) {
        cover.pieces.push({ from, to: ends[at]!, normal: [normals[3 * at]!, normals[3 * at + 1]!, normals[3 * at + 2]!] });
        from = ends[at]!;
      }
      if (!this.ofPairs[pair]) throw new PageError('a cover is about no pair');
      this.ofPairs[pair]!.push(cover);
    });
  }
  of(pair: number): Cover[] {
    return this.ofPairs[pair] ?? [];
  }
}

export class Watch {
  readonly budget: string;
  readonly least: Float64Array;
  readonly refreshed: Int32Array;
  readonly oldest: Int32Array;
  private readonly bounds: Float64Array;
  private readonly ages: Int32Array;

  constructor(raw: any, pairCount: number, private readonly cycles: number) {
    const queries = Number(raw.budget_queries);
    const us = Number(raw.budget_us);
    this.budget = queries > 0 ? `${queries} ${queries === 1 ? 'query' : 'queries'} a cycle` : `${us} µs a cycle`;
    this.least = column(Float64Array, raw.least, 'bounds of the monitor', cycles);
    this.refreshed = column(Int32Array, raw.refreshed, 'queries of the monitor', cycles);
    this.oldest = column(Int32Array, raw.oldest, 'ages of the monitor', cycles);
    this.bounds = column(Float64Array, raw.bounds, 'bounds of the pairs', cycles * pairCount);
    this.ages = column(Int32Array, raw.ages, 'ages of the pairs', cycles * pairCount);
  }
  /// Proven at a cycle, with or without a query.
  bound(pair: number, cycle: number): number {
    return this.bounds[pair * this.cycles + cycle]!;
  }
  /// Cycles since the pair was asked; 0: in this one.
  age(pair: number, cycle: number): number {
    return this.ages[pair * this.cycles + cycle]!;
  }
  asked(pair: number): number {
    let count = 0;
    for (let i = 0; i < this.cycles; ++i) if (this.age(pair, i) === 0) ++count;
    return count;
  }
}
