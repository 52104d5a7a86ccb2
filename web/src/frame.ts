// From the lengths of the scene to those of the drawing and back. Graphics cards count in single precision: the scene is
// moved to the origin and brought to a radius of about ten before they see it, so that neither a far-off cell nor a
// very small one loses its form.

import { Vector3 } from 'three';
import type { Cell, Vector } from './data';
import { boundsOf } from './drawing';

export class Frame {
  readonly origin: Vector3;
  readonly scale: number;
  readonly radius = 10; // of the scene, in the drawing

  constructor(cell: Cell) {
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    const bounds = cell.shapes.map(boundsOf);
    const include = (p: Vector3, radius: number): void => {
      for (const axis of ['x', 'y', 'z'] as const) {
        low[axis] = Math.min(low[axis], p[axis] - radius);
        high[axis] = Math.max(high[axis], p[axis] + radius);
      }
    };
    const turned = new Vector3();
    const includeBodies = (unbounded: boolean): void => {
      cell.bodies.forEach((body, i) => {
        const { centre, radius } = bounds[body.shape]!;
        if (radius < 0 !== unbounded) return;
        for (let sample = 0; sample < (cell.isMoving(i) ? cell.samples : 1); ++sample) {
          const [w, x, y, z] = cell.rotation(i, sample);
          turned.copy(centre).applyQuaternion({ x, y, z, w } as never);
          const [px, py, pz] = cell.position(i, sample);
          include(turned.add(new Vector3(px, py, pz)), Math.max(radius, 0));
        }
      });
    };
    includeBodies(false);
    for (let pair = 0; pair < Math.min(cell.pairCount, 1000); ++pair) {
      const answer = cell.answer(pair, 0);
      const [a, b] = cell.pair(pair);
      const loose = bounds[cell.bodies[a]!.shape]!.radius < 0 && bounds[cell.bodies[b]!.shape]!.radius < 0;
      if (loose && Number.isFinite(answer.distance)) for (const p of [answer.a, answer.b]) include(new Vector3(...p), 0);
    }
    if (!(low.x <= high.x)) includeBodies(true);
    if (!(low.x <= high.x)) include(new Vector3(), 1);
    this.origin = new Vector3().addVectors(low, high).multiplyScalar(0.5);
    const reach = 0.5 * low.distanceTo(high);
    this.scale = reach > 0 ? this.radius / reach : this.radius;
  }

  toDrawing([x, y, z]: Vector): Vector3 {
    return new Vector3(
      (x - this.origin.x) * this.scale,
      (y - this.origin.y) * this.scale,
      (z - this.origin.z) * this.scale,
    );
  }
  toScene(p: Vector3): Vector {
    return [p.x / this.scale + this.origin.x, p.y / this.scale + this.origin.y, p.z / this.scale + this.origin.z];
  }
}
