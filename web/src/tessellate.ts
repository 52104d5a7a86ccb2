// Triangles for the curved shapes, of unit size, at four levels of detail. The finest is within 1e-3 of the size of
// the shape; the others are for what is a few pixels large.

import { BufferAttribute, BufferGeometry, Vector3 } from 'three';

export interface Level {
  around: number; // segments of a circle
  dome: number; // rings of a half sphere
  ball: number; // parts of an edge of the icosahedron
}
export const levels: Level[] = [
  { around: 64, dome: 16, ball: 15 },
  { around: 20, dome: 5, ball: 5 },
  { around: 8, dome: 2, ball: 2 },
  { around: 6, dome: 1, ball: 1 },
];

export class Triangles {
  readonly positions: number[] = [];
  readonly normals: number[] = [];

  add(points: Vector3[], normals: Vector3[]): void {
    for (let i = 1; i + 1 < points.length; ++i)
      for (const k of [0, i, i + 1]) {
        this.positions.push(points[k]!.x, points[k]!.y, points[k]!.z);
        this.normals.push(normals[k]!.x, normals[k]!.y, normals[k]!.z);
      }
  }
  addFlat(points: Vector3[], normal: Vector3): void {
    this.add(points, points.map(() => normal));
  }
  geometry(): BufferGeometry {
    const out = new BufferGeometry();
    out.setAttribute('position', new BufferAttribute(new Float32Array(this.positions), 3));
    out.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    return out;
  }
}

/// Unit directions and triangles of an icosahedron whose edges are cut into `parts`, blown up to the sphere.
export function icosphere(parts: number): { directions: Vector3[]; triangles: [number, number, number][] } {
  const t = (1 + Math.sqrt(5)) / 2;
  const corners = [
    [-1, t, 0], [1, t, 0], [-1, -t, 0], [1, -t, 0], [0, -1, t], [0, 1, t],
    [0, -1, -t], [0, 1, -t], [t, 0, -1], [t, 0, 1], [-t, 0, -1], [-t, 0, 1],
  ].map(([x, y, z]) => new Vector3(x, y, z).normalize());
  const faces = [
    [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6], [7, 1, 8],
    [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1],
  ];
  const directions: Vector3[] = [];
  const known = new Map<string, number>();
  const number = (v: Vector3): number => {
    const key = `${Math.round(v.x * 1e6)},${Math.round(v.y * 1e6)},${Math.round(v.z * 1e6)}`;
    let i = known.get(key);
    if (i === undefined) {
      i = directions.length;
      known.set(key, i);
      directions.push(v);
    }
    return i;
  };
  const triangles: [number, number, number][] = [];
  for (const [a, b, c] of faces) {
    const at = (i: number, j: number): number =>
      number(
        new Vector3()
          .addScaledVector(corners[a!]!, parts - i - j)
          .addScaledVector(corners[b!]!, i)
          .addScaledVector(corners[c!]!, j)
          .normalize(),
      );
    for (let i = 0; i < parts; ++i)
      for (let j = 0; i + j < parts; ++j) {
        triangles.push([at(i, j), at(i + 1, j), at(i, j + 1)]);
        if (i + j + 1 < parts) triangles.push([at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
      }
  }
  return { directions, triangles };
}

function indexed(points: Vector3[], normals: Vector3[], triangles: number[]): BufferGeometry {
  const out = new BufferGeometry();
  out.setAttribute('position', new BufferAttribute(new Float32Array(points.flatMap((p) => [p.x, p.y, p.z])), 3));
  out.setAttribute('normal', new BufferAttribute(new Float32Array(normals.flatMap((p) => [p.x, p.y, p.z])), 3));
  out.setIndex(triangles);
  return out;
}

/// Of radius 1.
export function ball(level: Level): BufferGeometry {
  const { directions, triangles } = icosphere(level.ball);
  return indexed(directions, directions, triangles.flat());
}

const onCircle = (i: number, n: number): [number, number] => [
  Math.cos((2 * Math.PI * i) / n),
  Math.sin((2 * Math.PI * i) / n),
];

/// The mantle of a cylinder or, with no radius on top, of a cone: radius 1, from z = -1/2 to 1/2.
export function mantle(level: Level, top: number): BufferGeometry {
  const n = level.around;
  const points: Vector3[] = [];
  const normals: Vector3[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; ++i) {
    const [x, y] = onCircle(i, n);
    points.push(new Vector3(x, y, -0.5), new Vector3(top * x, top * y, 0.5));
    const normal = new Vector3(x, y, 1 - top).normalize();
    normals.push(normal, normal);
    if (i === n) break;
    triangles.push(2 * i, 2 * i + 2, 2 * i + 1);
    if (top > 0) triangles.push(2 * i + 1, 2 * i + 2, 2 * i + 3);
  }
  return indexed(points, normals, triangles);
}

/// The disc of radius 1 at z = 0 that looks along +z.
export function disc(level: Level): BufferGeometry {
  const n = level.around;
  const up = new Vector3(0, 0, 1);
  const points = Array.from({ length: n }, (_, i) => new Vector3(...onCircle(i, n), 0));
  return indexed(points, points.map(() => up), Array.from({ length: n - 2 }, (_, i) => [0, i + 1, i + 2]).flat());
}

/// The half sphere of radius 1 above z = 0.
export function dome(level: Level): BufferGeometry {
  const n = level.around;
  const points: Vector3[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring <= level.dome; ++ring) {
    const up = (0.5 * Math.PI * ring) / level.dome;
    for (let i = 0; i <= n; ++i) {
      const [x, y] = onCircle(i, n);
      points.push(new Vector3(x * Math.cos(up), y * Math.cos(up), Math.sin(up)));
      if (ring === level.dome || i === n) continue;
      const at = ring * (n + 1) + i;
      triangles.push(at, at + 1, at + n + 1);
      if (ring + 1 < level.dome) triangles.push(at + 1, at + n + 2, at + n + 1);
    }
  }
  return indexed(points, points, triangles);
}

/// The box from -1/2 to 1/2.
export function cube(): BufferGeometry {
  const out = new Triangles();
  for (let axis = 0; axis < 3; ++axis)
    for (const side of [-1, 1]) {
      const corner = (u: number, v: number): Vector3 => {
        const c = [0, 0, 0];
        c[axis] = 0.5 * side;
        c[(axis + 1) % 3] = 0.5 * u;
        c[(axis + 2) % 3] = 0.5 * v * side;
        return new Vector3(...c);
      };
      const normal = new Vector3();
      normal.setComponent(axis, side);
      out.addFlat([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], normal);
    }
  return out.geometry();
}

/// The circle of radius 1 at a height, as pieces of a line.
export function circleEdges(z: number): number[] {
  const n = levels[0]!.around;
  const out: number[] = [];
  for (let i = 0; i < n; ++i) out.push(...onCircle(i, n), z, ...onCircle(i + 1, n), z);
  return out;
}

export function cubeEdges(): number[] {
  const out: number[] = [];
  for (let i = 0; i < 8; ++i)
    for (const bit of [1, 2, 4])
      if (!(i & bit))
        for (const c of [i, i | bit]) out.push(c & 1 ? 0.5 : -0.5, c & 2 ? 0.5 : -0.5, c & 4 ? 0.5 : -0.5);
  return out;
}
