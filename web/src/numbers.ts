// Numbers for people. A bound that is shown with few digits is rounded to its safe side, so that it still holds.

export type Rounding = 'nearest' | 'down' | 'up';

export interface Unit {
  name: string;
  power: number; // of ten: how many of it are one length of the scene
}
export const units: Unit[] = [
  { name: 'm', power: 0 },
  { name: 'cm', power: 2 },
  { name: 'mm', power: 3 },
  { name: 'µm', power: 6 },
];

const minus = '−';

/// All digits of the double, exactly: sign, digits d1 d2 ... and exponent e of d1.d2... 10^e.
function exactly(x: number): { negative: boolean; digits: string; exponent: number } {
  const [mantissa, exponent] = Math.abs(x).toExponential(100).split('e');
  return { negative: x < 0 || Object.is(x, -0), digits: mantissa!.replace('.', ''), exponent: Number(exponent) };
}

/// Cuts digits to `keep` of them; returns them and whether a carry made them one longer.
function cut(digits: string, keep: number, away: boolean | 'nearest'): { digits: string; carried: boolean } {
  if (keep >= digits.length) return { digits: digits.padEnd(keep, '0'), carried: false };
  const head = keep > 0 ? digits.slice(0, keep) : '';
  const tail = keep >= 0 ? digits.slice(keep) : '0' + digits;
  const up = away === 'nearest' ? tail[0]! >= '5' : away && /[1-9]/.test(tail);
  if (!up) return { digits: head, carried: false };
  const next = (BigInt(head || '0') + 1n).toString().padStart(Math.max(keep, 1), '0');
  return { digits: next, carried: next.length > Math.max(keep, 0) };
}

/// In a unit, with so many significant digits.
export function format(x: number, significant: number, unit: Unit, rounding: Rounding = 'nearest'): string {
  if (Number.isNaN(x)) return '?';
  if (!Number.isFinite(x)) return x < 0 ? `${minus}∞` : '∞';
  if (x === 0) return '0';
  const { negative, digits, exponent } = exactly(x);
  const away = rounding === 'nearest' ? 'nearest' : (rounding === 'up') !== negative;
  const short = cut(digits, significant, away);
  const e = exponent + unit.power + (short.carried ? 1 : 0);
  const kept = short.digits.slice(0, significant);
  const sign = negative ? minus : '';
  if (e < -4 || e >= significant + 3)
    return `${sign}${kept[0]}${significant > 1 ? '.' + kept.slice(1) : ''}e${e < 0 ? minus : ''}${Math.abs(e)}`;
  if (e < 0) return `${sign}0.${'0'.repeat(-e - 1)}${kept}`;
  if (e + 1 >= significant) return sign + kept.padEnd(e + 1, '0');
  return `${sign}${kept.slice(0, e + 1)}.${kept.slice(e + 1)}`;
}

/// The shortest decimals that read back to the same double, as the command prints them, with the point moved.
export function allDigits(x: number, unit: Unit): string {
  if (!Number.isFinite(x)) return format(x, 3, unit);
  const text = String(Math.abs(x));
  const sign = x < 0 ? minus : '';
  if (unit.power === 0) return sign + text.replace('e-', `e${minus}`).replace('e+', 'e');
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text)!;
  const digits = match[1]! + (match[2] ?? '');
  const point = match[1]!.length + Number(match[3] ?? 0) + unit.power;
  const trimmed = digits.replace(/^0+/, '');
  const at = point - (digits.length - trimmed.length); // the point stands before digit number `at` of trimmed
  const bare = trimmed.replace(/0+$/, '');
  if (bare === '') return '0';
  if (at < -5 || at > 21) return `${sign}${bare[0]}${bare.length > 1 ? '.' + bare.slice(1) : ''}e${at - 1 < 0 ? minus : ''}${Math.abs(at - 1)}`;
  if (at <= 0) return `${sign}0.${'0'.repeat(-at)}${bare}`;
  if (at >= bare.length) return sign + bare.padEnd(at, '0');
  return `${sign}${bare.slice(0, at)}.${bare.slice(at)}`;
}

/// A round number at least as large: 1, 2 or 5 times a power of ten.
export function roundUp(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = Math.pow(10, Math.floor(Math.log10(x)));
  for (const step of [1, 2, 5, 10]) if (step * power >= x * (1 - 1e-12)) return step * power;
  return 10 * power;
}
