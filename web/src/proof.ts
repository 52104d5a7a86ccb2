// What an answer proves, in a sentence.

import type { Answer, Cell } from './data';
import { allDigits, format, type Unit } from './numbers';

export function proofSentence(answer: Answer, a: string, b: string, unit: Unit, all: boolean, uncertain: boolean): string {
  const low = (x: number): string => (all ? allDigits(x, unit) : format(x, 6, unit, 'down')) + ' ' + unit.name;
  const high = (x: number): string => (all ? allDigits(x, unit) : format(x, 6, unit, 'up')) + ' ' + unit.name;
  const known = uncertain ? ' The bounds hold wherever the bodies are within their uncertainties; the picture shows them as given.' : '';
  const ended =
    known + (answer.ending === 'converged' ? '' : ` The search stopped early (${answer.ending.replace(/_/g, ' ')}); the bounds hold all the same.`);
  if (answer.status === 'penetrating' && !Number.isFinite(answer.distance))
    return `Proven: ${a} and ${b} overlap, and no finite translation takes them apart.`;
  const parts =
    answer.parts[0] >= 0 || answer.parts[1] >= 0
      ? ` It is about ${[
          answer.parts[0] >= 0 ? `part ${answer.parts[0]} of ${a}` : '',
          answer.parts[1] >= 0 ? `part ${answer.parts[1]} of ${b}` : '',
        ]
          .filter((text) => text !== '')
          .join(' and ')}.`
      : '';
  switch (answer.status) {
    case 'separated':
      return `Proven apart: a slab ${low(answer.lower)} wide along the normal lies between ${a} and ${b}, so no two of their points are nearer than that; and the two points drawn, one of each body, are at most ${high(answer.upper)} apart.${parts}${ended}`;
    case 'penetrating':
      return `Proven to overlap: moving ${b} by ${high(-answer.lower)} along the normal takes it out of ${a}, and no translation shorter than ${low(-answer.upper)} does.${parts}${ended}`;
    case 'touching':
      return `Neither a gap nor an overlap is proven: the true signed distance of ${a} and ${b} lies between ${low(answer.lower)} and ${high(answer.upper)}.${parts}${ended}`;
  }
}

/// What a certificate says of the pair, and by which of its intervals now.
export function coverSentence(cell: Cell, pair: number, sample: number, unit: Unit): string {
  const covers = cell.covers?.of(pair) ?? [];
  if (covers.length === 0) return '';
  const time = cell.times[sample]!;
  const pieces = covers.reduce((sum, cover) => sum + cover.pieces.length, 0);
  const now = covers[0]!.pieces.find((piece) => time <= piece.to);
  const seconds = (t: number): string => String(Number(t.toPrecision(6)));
  const where = now && covers.length === 1 ? ` ${covers[0]!.pieces.length === 1 ? 'It goes' : 'Now it is the one'} from ${seconds(now.from)} to ${seconds(now.to)} s.` : '';
  const parts = covers.length === 1 ? '' : ` for ${covers.length} pairs of parts`;
  return `Certified for all times, between the samples too: at least ${format(cell.covers!.claim, 6, unit, 'down')} ${unit.name} apart, by ${pieces} ${pieces === 1 ? 'interval' : 'intervals'}${parts}, ${pieces === 1 ? 'over which' : 'over each of which'} one slab stays open.${where}`;
}

/// What a monitor knows of the pair in this cycle.
export function watchSentence(cell: Cell, pair: number, sample: number, unit: Unit): string {
  const { watch } = cell;
  if (!watch) return '';
  const age = watch.age(pair, sample);
  const bound = `${format(watch.bound(pair, sample), 6, unit, 'down')} ${unit.name}`;
  const often = `It was asked in ${watch.asked(pair)} of ${cell.samples} cycles.`;
  return age === 0
    ? `The monitor asked this pair in this cycle: at least ${bound}. ${often}`
    : `The monitor did not ask this pair for ${age} ${age === 1 ? 'cycle' : 'cycles'}; proven without: at least ${bound}, the last answer less what both bodies have moved since. ${often}`;
}
