// What an answer proves, in a sentence.

import type { Answer } from './data';
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
