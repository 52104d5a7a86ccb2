// Colours by clearance: from blue, far, over yellow to orange, near; what overlaps is crimson. The order of light and
// hue can be told apart without seeing red and green. Bodies that no pair is about are grey.

import { Color } from 'three';

const far = new Color(0x2f7fb8);
const stops: [number, Color][] = [
  [0, new Color(0xdd5a10)],
  [0.3, new Color(0xf0a52c)],
  [0.6, new Color(0xe6d58a)],
  [0.8, new Color(0x86b8c4)],
  [1, far],
];
export const overlap = new Color(0xb4133f);
export const neutral = new Color(0x9aa3ad);

/// `full` is the clearance from which on the colour no longer changes.
export function colourOf(distance: number, full: number, out = new Color()): Color {
  if (Number.isNaN(distance)) return out.copy(neutral);
  if (distance < 0) return out.copy(overlap);
  const share = Math.min(Math.sqrt(distance / full), 1);
  for (let i = 1; i < stops.length; ++i) {
    const [from, low] = stops[i - 1]!;
    const [to, high] = stops[i]!;
    if (share <= to) return out.lerpColors(low, high, (share - from) / (to - from));
  }
  return out.copy(far);
}

export function legendGradient(): string {
  const steps = Array.from({ length: 17 }, (_, i) => {
    const share = i / 16;
    return `#${colourOf(share * share, 1).getHexString()} ${(100 * share).toFixed(1)}%`;
  });
  return `linear-gradient(to right, ${steps.join(', ')})`;
}
