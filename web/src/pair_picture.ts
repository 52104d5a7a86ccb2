// A pair in the picture: its nearest points, the segment between them, the normal and the slab. What lies inside of or
// behind a body shines through, so that an overlap can be seen.

import {
  Color,
  ConeGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
  type PerspectiveCamera,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Answer } from './data';
import type { Frame } from './frame';

export const colourA = new Color(0x0b8fd9);
export const colourB = new Color(0xa64ddb);

const up = new Vector3(0, 1, 0);
const out = new Vector3(0, 0, 1);

class Strokes {
  readonly group = new Group();
  private readonly materials: LineMaterial[];
  private readonly lines: LineSegments2[];

  constructor(width: number, faint: number) {
    // Once where it can be seen, once faintly where something is in front.
    this.materials = [
      new LineMaterial({ linewidth: width }),
      new LineMaterial({ linewidth: width, transparent: true, opacity: faint, depthTest: false, depthWrite: false }),
    ];
    this.lines = this.materials.map((material, i) => {
      const line = new LineSegments2(new LineSegmentsGeometry(), material);
      line.frustumCulled = false;
      line.renderOrder = 10 + i;
      this.group.add(line);
      return line;
    });
  }
  set(points: Vector3[], colour: Color): void {
    for (const line of this.lines) {
      line.geometry.dispose();
      line.geometry = new LineSegmentsGeometry();
      line.geometry.setPositions(points.flatMap((p) => [p.x, p.y, p.z]));
    }
    for (const material of this.materials) material.color.copy(colour);
  }
  setResolution(width: number, height: number): void {
    for (const material of this.materials) material.resolution.set(width, height);
  }
}

export class PairPicture {
  readonly group = new Group();
  private readonly segment = new Strokes(4, 0.55);
  private readonly arrow = new Strokes(2, 0.25);
  private readonly rims = new Strokes(1.5, 0.2);
  private readonly head = new Mesh(new ConeGeometry(1, 2.6, 20), new MeshBasicMaterial({ depthTest: false, transparent: true }));
  private readonly dots: Mesh[];
  private readonly slabs: Mesh[];
  private readonly at = [new Vector3(), new Vector3()];
  private tip = new Vector3();

  constructor(private readonly frame: Frame) {
    this.dots = [colourA, colourB].map((colour) => {
      const dot = new Mesh(
        new SphereGeometry(1, 24, 16),
        new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true }),
      );
      dot.renderOrder = 20;
      return dot;
    });
    this.slabs = [colourA, colourB].map((colour) => {
      const slab = new Mesh(
        new PlaneGeometry(2, 2),
        new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.16, side: DoubleSide, depthWrite: false }),
      );
      slab.renderOrder = 5;
      return slab;
    });
    this.head.renderOrder = 19;
    this.group.add(this.segment.group, this.arrow.group, this.rims.group, this.head, ...this.dots, ...this.slabs);
  }

  /// `size` is how large the slab is drawn, `ink` the colour of the segment.
  show(answer: Answer | null, size: number, ink: Color, slab: boolean): void {
    const there = answer !== null && Number.isFinite(answer.distance);
    this.group.visible = there;
    if (!there) return;
    const a = this.frame.toDrawing(answer.a);
    const b = this.frame.toDrawing(answer.b);
    const normal = new Vector3(...answer.normal);
    this.at[0]!.copy(a);
    this.at[1]!.copy(b);
    this.dots[0]!.position.copy(a);
    this.dots[1]!.position.copy(b);
    this.segment.set([a, b], ink);
    this.tip = b.clone().addScaledVector(normal, 0.9 * size);
    this.arrow.set([b, this.tip], ink);
    this.head.position.copy(this.tip);
    this.head.quaternion.setFromUnitVectors(up, normal);
    (this.head.material as MeshBasicMaterial).color.copy(ink);
    this.rims.group.visible = slab;
    const turn = new Quaternion().setFromUnitVectors(out, normal);
    const rim: Vector3[] = [];
    this.slabs.forEach((mesh, i) => {
      mesh.visible = slab;
      mesh.position.copy(this.at[i]!);
      mesh.quaternion.copy(turn);
      mesh.scale.setScalar(size);
      const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) =>
        new Vector3(x! * size, y! * size, 0).applyQuaternion(turn).add(this.at[i]!),
      );
      corners.forEach((p, k) => rim.push(p, corners[(k + 1) % 4]!));
    });
    this.rims.set(rim, ink);
  }

  /// Dots and arrow heads keep their size on the screen.
  beforeRender(camera: PerspectiveCamera, height: number): void {
    if (!this.group.visible) return;
    const pixel = (p: Vector3): number =>
      (2 * camera.position.distanceTo(p) * Math.tan((camera.fov * Math.PI) / 360)) / height;
    this.dots.forEach((dot, i) => dot.scale.setScalar(5 * pixel(this.at[i]!)));
    this.head.scale.setScalar(4.5 * pixel(this.tip));
  }
  setResolution(width: number, height: number): void {
    for (const strokes of [this.segment, this.arrow, this.rims]) strokes.setResolution(width, height);
  }
}
