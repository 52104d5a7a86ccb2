// Shapes that are swept by a ball. Polyhedra become hulls of equal spheres, whose surface is known from the faces;
// solids of revolution get another profile; an ellipsoid is moved outwards along its normals.

import { BufferAttribute, BufferGeometry, Vector2, Vector3 } from 'three';
import type { Shape } from './data';
import { ball, levels } from './tessellate';

type Stope = Extract<Shape, { type: 'spheres' }>;
type Faces = Extract<Shape, { faces: number[][] }>;

const normalOf = (corners: Vector3[]): Vector3 => {
  const out = new Vector3();
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length]!;
    out.add(new Vector3().crossVectors(p.clone().sub(corners[0]!), q.clone().sub(corners[0]!)));
  });
  return out;
};

/// The hull of spheres about the corners of a polyhedron or polygon.
export function roundedFaces(shape: Faces, rounding: number): Stope {
  const at = (i: number): Vector3 => new Vector3(shape.vertices[3 * i], shape.vertices[3 * i + 1], shape.vertices[3 * i + 2]);
  const count = shape.vertices.length / 3;
  const out: Stope = {
    type: 'spheres',
    spheres: Array.from({ length: count }, (_, i) => [...at(i).toArray(), rounding]),
    vertices: Array.from({ length: count }, (_, i) => i),
    edges: [],
    facets: [],
  };
  const loops = shape.faces.length === 1 ? [shape.faces[0]!, [...shape.faces[0]!].reverse()] : shape.faces;
  if (count === 2) out.edges.push([0, 1]);
  if (count < 3) return out;
  const known = new Set<string>();
  for (const loop of loops) {
    const normal = normalOf(loop.map(at)).normalize();
    out.facets.push({ spheres: loop, normal: [normal.x, normal.y, normal.z] });
    loop.forEach((i, k) => {
      const j = loop[(k + 1) % loop.length]!;
      const key = i < j ? `${i},${j}` : `${j},${i}`;
      if (!known.has(key)) out.edges.push(i < j ? [i, j] : [j, i]);
      known.add(key);
    });
  }
  return out;
}

export function boxFaces([x, y, z]: number[], type: Faces['type'] = 'polyhedron'): Faces {
  const vertices: number[] = [];
  for (let i = 0; i < 8; ++i)
    vertices.push((i & 1 ? 0.5 : -0.5) * x!, (i & 2 ? 0.5 : -0.5) * y!, (i & 4 ? 0.5 : -0.5) * z!);
  return {
    type,
    vertices,
    faces: [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]],
  };
}

interface Step {
  at: Vector2; // radius, height
  normal: Vector2;
}

function arc(centre: Vector2, from: number, to: number, radius: number): Step[] {
  const pieces = Math.max(2, Math.ceil((Math.abs(to - from) / (2 * Math.PI)) * levels[0]!.around));
  return Array.from({ length: pieces + 1 }, (_, i) => {
    const turn = from + ((to - from) * i) / pieces;
    const normal = new Vector2(Math.cos(turn), Math.sin(turn));
    return { at: centre.clone().addScaledVector(normal, radius), normal };
  });
}

/// Turns a profile, from bottom to top, about the axis z.
function revolution(profile: Step[]): BufferGeometry {
  const n = levels[0]!.around;
  const positions: number[] = [];
  const normals: number[] = [];
  const index: number[] = [];
  profile.forEach(({ at, normal }, row) => {
    for (let i = 0; i <= n; ++i) {
      const [c, s] = [Math.cos((2 * Math.PI * i) / n), Math.sin((2 * Math.PI * i) / n)];
      positions.push(at.x * c, at.x * s, at.y);
      normals.push(normal.x * c, normal.x * s, normal.y);
      if (row === 0 || i === n) continue;
      const [p, q] = [(row - 1) * (n + 1) + i, row * (n + 1) + i];
      index.push(p, p + 1, q, p + 1, q + 1, q);
    }
  });
  const out = new BufferGeometry();
  out.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  out.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  out.setIndex(index);
  return out;
}

const quarter = Math.PI / 2;

export function roundedCylinder(radius: number, length: number, rounding: number): BufferGeometry {
  const [low, high] = [new Vector2(radius, -length / 2), new Vector2(radius, length / 2)];
  const down = new Vector2(0, -1);
  const up = new Vector2(0, 1);
  return revolution([
    { at: new Vector2(0, -length / 2 - rounding), normal: down },
    ...arc(low, -quarter, 0, rounding),
    ...arc(high, 0, quarter, rounding),
    { at: new Vector2(0, length / 2 + rounding), normal: up },
  ]);
}

export function roundedCone(radius: number, length: number, rounding: number): BufferGeometry {
  const slope = Math.atan2(radius, length);
  return revolution([
    { at: new Vector2(0, -length / 2 - rounding), normal: new Vector2(0, -1) },
    ...arc(new Vector2(radius, -length / 2), -quarter, slope, rounding),
    ...arc(new Vector2(0, length / 2), slope, quarter, rounding),
  ]);
}

/// The edges of the ball are halved, by their normals, where the surface stands off one: at the tips of a
/// thin ellipsoid the normal turns within a step.
export function roundedEllipsoid([a, b, c]: number[], rounding: number): BufferGeometry {
  const axes = new Vector3(a, b, c);
  const tolerance = 8e-4 * (Math.max(a!, b!, c!) + rounding);
  const points: Vector3[] = [];
  const normals: Vector3[] = [];
  /// The point with a normal; its number.
  const add = (normal: Vector3): number => {
    const scaled = normal.clone().multiply(axes);
    points.push(scaled.clone().multiply(axes).divideScalar(scaled.length()).addScaledVector(normal, rounding));
    normals.push(normal);
    return points.length - 1;
  };
  const start = ball(levels[0]!);
  const directions = start.getAttribute('position');
  for (let i = 0; i < directions.count; ++i) add(new Vector3().fromBufferAttribute(directions, i).divide(axes).normalize());
  const index = start.getIndex()!;
  let triangles: number[][] = [];
  for (let i = 0; i < index.count; i += 3) triangles.push([0, 1, 2].map((k) => index.getX(i + k)));
  for (let round = 0; round < 6; ++round) {
    const halves = new Map<string, number>(); // the point in the middle of an edge; -1: it need not be cut
    const half = (p: number, q: number): number => {
      const key = p < q ? `${p},${q}` : `${q},${p}`;
      let at = halves.get(key);
      if (at === undefined) {
        const along = points[q]!.clone().sub(points[p]!).normalize();
        at = add(normals[p]!.clone().add(normals[q]!).normalize());
        const off = points[at]!.clone().sub(points[p]!);
        if (!(off.addScaledVector(along, -off.dot(along)).length() > tolerance)) {
          points.pop();
          normals.pop();
          at = -1;
        }
        halves.set(key, at);
      }
      return at;
    };
    const next: number[][] = [];
    for (const [p, q, r] of triangles as [number, number, number][]) {
      // The corners and the middles that are there, in order; from each middle a fan.
      const middles = [half(p, q), half(q, r), half(r, p)];
      const loop = [p, middles[0]!, q, middles[1]!, r, middles[2]!].filter((i) => i >= 0);
      const at = loop.findIndex((i) => middles.includes(i));
      if (at < 0) next.push(loop);
      else if (loop.length === 6) next.push([p, middles[0]!, middles[2]!], [middles[0]!, q, middles[1]!], [middles[2]!, middles[1]!, r], middles as number[]);
      else for (let k = 1; k + 1 < loop.length; ++k) next.push([0, k, k + 1].map((i) => loop[(at + i) % loop.length]!));
    }
    const done = next.length === triangles.length;
    triangles = next;
    if (done) break;
  }
  const out = new BufferGeometry();
  out.setAttribute('position', new BufferAttribute(new Float32Array(points.flatMap((v) => [v.x, v.y, v.z])), 3));
  out.setAttribute('normal', new BufferAttribute(new Float32Array(normals.flatMap((v) => [v.x, v.y, v.z])), 3));
  out.setIndex(triangles.flat());
  return out;
}
