// View, time and choice in the address, so that it can be passed on. What is not understood is left out.

import type { View } from './stage';

export interface Link {
  sample: number | null;
  pair: number | null;
  view: View | null;
  unit: string | null;
  dark: boolean | null;
  isolated: boolean;
  hidden: number[];
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

export function readLink(): Link {
  const fields = new URLSearchParams(location.hash.slice(1));
  const numbers = (fields.get('view') ?? '').split(',').map(Number);
  const good = numbers.length === 6 && numbers.every(Number.isFinite);
  const theme = fields.get('theme');
  return {
    sample: whole(fields.get('t')),
    pair: whole(fields.get('pair')),
    view: good ? { eye: [numbers[0]!, numbers[1]!, numbers[2]!], target: [numbers[3]!, numbers[4]!, numbers[5]!] } : null,
    unit: fields.get('unit'),
    dark: theme === 'dark' ? true : theme === 'light' ? false : null,
    isolated: fields.has('isolate'),
    hidden: (fields.get('hide') ?? '').split(',').flatMap((text) => whole(text) ?? []),
  };
}

export function writeLink(link: Link): void {
  const fields: string[] = [];
  if (link.sample !== null) fields.push(`t=${link.sample}`);
  if (link.pair !== null) fields.push(`pair=${link.pair}`);
  if (link.view) fields.push(`view=${[...link.view.eye, ...link.view.target].map((x) => Number(x.toPrecision(6))).join(',')}`);
  if (link.unit) fields.push(`unit=${encodeURIComponent(link.unit)}`);
  if (link.dark !== null) fields.push(`theme=${link.dark ? 'dark' : 'light'}`);
  if (link.isolated) fields.push('isolate');
  if (link.hidden.length > 0 && link.hidden.length <= 200) fields.push(`hide=${link.hidden.join(',')}`);
  try {
    history.replaceState(null, '', `#${fields.join('&')}`);
  } catch {
    // Some browsers forbid it for files; the page works without.
  }
}
