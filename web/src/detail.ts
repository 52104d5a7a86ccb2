// The chosen pair in numbers and in a sentence.

import type { Answer, Cell } from './data';
import { byId, clip, element, nameElement } from './dom';
import { allDigits, format, type Unit } from './numbers';
import { coverSentence, proofSentence, watchSentence } from './proof';

export function showDetail(cell: Cell, pair: number, sample: number, answer: Answer | null, unit: Unit, all: boolean): void {
  const place = byId('detail');
  if (!answer) {
    place.replaceChildren(element('p', 'proof', 'No pair to show.'));
    return;
  }
  const [a, b] = cell.pair(pair);
  const head = element('h2');
  const from = nameElement(cell.name(a), 'name of-a');
  const to = nameElement(cell.name(b), 'name of-b');
  head.append(from, element('span', '', '–'), to, element('span', `status ${answer.status}`, answer.status));

  const figures = element('dl', 'figures');
  const more = element('dl', 'figures small');
  const add = (term: string, text: string, className = '', list = figures): void => {
    list.append(element('dt', '', term), element('dd', className, text));
  };
  const finite = Number.isFinite(answer.distance);
  const number = (x: number, rounding: 'nearest' | 'down' | 'up'): string =>
    finite ? `${all ? allDigits(x, unit) : format(x, 8, unit, rounding)} ${unit.name}` : 'none';
  const vector = (v: readonly number[]): string =>
    `(${v.map((x) => (all ? allDigits(x, unit) : format(x, 6, unit))).join(', ')})`;
  add('distance', number(answer.distance, 'nearest'), 'big');
  add('lower', number(answer.lower, 'down'));
  add('upper', number(answer.upper, 'up'));
  if (finite) {
    add('point a', vector(answer.a), '', more);
    add('point b', vector(answer.b), '', more);
    const plain = { name: '', power: 0 };
    add('normal', `(${answer.normal.map((x) => (all ? allDigits(x, plain) : format(x, 6, plain))).join(', ')})`, '', more);
  }
  add('found by', `${answer.method}${answer.iterations > 0 ? `, ${answer.iterations} ${answer.iterations === 1 ? 'iteration' : 'iterations'}` : ''}`, '', more);
  const uncertain = [a, b].some((body) => cell.bodies[body]!.uncertain === true);
  const names = [a, b].map((body) => `\u2068${clip(cell.name(body), 60)}\u2069`); // names of any direction, kept apart
  place.replaceChildren(head, figures, element('p', 'proof', proofSentence(answer, names[0]!, names[1]!, unit, all, uncertain)));
  for (const text of [coverSentence(cell, pair, sample, unit), watchSentence(cell, pair, sample, unit)])
    if (text !== '') place.append(element('p', 'proof more', text));
  place.append(more);
}
