// How much a frame may cost while the picture moves. What draws too slowly is drawn with less: first without most of the
// names, then with half the pixels on a side and small bodies as points, then with a third. As soon as it rests, the picture is drawn in full.

const slow = 36; // milliseconds a frame
const verySlow = 100;
const quick = 20;
const restAfter = 180; // milliseconds without a change

export const enum Effort {
  full,
  fewNames,
  coarse,
  coarsest,
}

export class Pace {
  effort = Effort.full; // of the frame to be drawn
  private moving = Effort.full; // of the last motion
  private resting = true;
  private waiting = false; // for a frame
  private askedAt = 0;
  private mean = 0;
  private frames = 0; // of this motion, since its effort has changed
  private timer = 0;

  constructor(private readonly onRest: () => void) {}

  /// Called when a frame is asked for.
  ask(): void {
    this.waiting = true;
    this.askedAt = performance.now();
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.rest(), restAfter);
  }
  /// Called as the frame begins. A browser that has not finished the last one begins it late.
  begin(): void {
    this.waiting = false;
    const late = performance.now() - this.askedAt;
    this.mean = this.frames === 0 ? late : 0.6 * this.mean + 0.4 * late;
    ++this.frames;
    if (this.resting) {
      // The first frame of a motion, or the only one: drawn in full.
      this.resting = false;
      this.frames = 0;
      return;
    }
    if (this.frames >= 2) {
      if (this.mean > verySlow && this.moving < Effort.coarse) this.change(Effort.coarse);
      else if (this.mean > slow && this.moving < Effort.coarsest) this.change(this.moving + 1);
      else if (this.frames > 40 && this.mean < quick && this.moving > Effort.full) this.change(this.moving - 1);
    }
    this.effort = this.moving;
  }
  private change(effort: Effort): void {
    this.frames = 0;
    this.moving = effort;
  }
  private rest(): void {
    if (this.waiting) {
      this.timer = window.setTimeout(() => this.rest(), restAfter);
      return;
    }
    this.resting = true;
    this.frames = 0;
    if (this.effort === Effort.full) return;
    this.effort = Effort.full;
    this.onRest();
  }
}
