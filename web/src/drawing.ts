// From a shape to what is drawn of it: surfaces that many bodies share, edges, lines, dots and grids, each placed in the
// frame of the body.

import { BufferGeometry, Matrix4, Quaternion, Vector3 } from 'three';
import type { Shape } from './data';
import * as rounded from './rounded';
import { stopeSurface } from './stope';
import * as tessellate from './tessellate';
import { levels, Triangles } from './tessellate';

/// A surface, for any number of bodies: the same geometry, placed by a matrix.
export interface Surface {
  kind: 'surface';
  key: string;
  levels: number; // of detail
  open: boolean; // to be seen from both sides
  make: (level: number) => BufferGeometry;
  edges: number[]; // pairs of ends, where the surface has a crease
  matrix: Matrix4;
}
/// A line that is drawn some pixels wide; beyond an end that is open it goes on.
export interface Line {
  kind: 'line';
  from: Vector3;
  to: Vector3; // of an open end: the direction
  open: 'none' | 'end' | 'both';
}
export interface Dot {
  kind: 'dot';
  at: Vector3;
}
export interface Grid {
  kind: 'grid';
  normal: Vector3;
  at: Vector3; // the point nearest to the origin of the body
  solid: boolean;
}
export type Drawing = Surface | Line | Dot | Grid;

export interface Bounds {
  centre: Vector3;
  radius: number; // -1: the shape is unbounded
}

const scaled = (x: number, y: number, z: number, at = new Vector3(), turn = new Quaternion()): Matrix4 =>
  new Matrix4().compose(at, turn, new Vector3(x, y, z));

// A surface that is squeezed flat has no normals; what is this thin looks flat.
const thin = (x: number, size: number): number => Math.max(x, 1e-6 * size);

const overTurn = new Quaternion(1, 0, 0, 0); // half a turn about x

function unit(key: string, make: (level: number) => BufferGeometry, matrix: Matrix4, edges: number[] = []): Surface {
  return { kind: 'surface', key, levels: levels.length, open: false, make, edges, matrix };
}

function cylinder(radius: number, length: number): Drawing[] {
  const size = 2 * radius + length;
  const r = thin(radius, size);
  const l = thin(length, size);
  const half = new Vector3(0, 0, 0.5 * length);
  return [
    unit('mantle', (i) => tessellate.mantle(levels[i]!, 1), scaled(r, r, l), [
      ...tessellate.circleEdges(-0.5),
      ...tessellate.circleEdges(0.5),
    ]),
    unit('disc', (i) => tessellate.disc(levels[i]!), scaled(r, r, r, half)),
    unit('disc', (i) => tessellate.disc(levels[i]!), scaled(r, r, r, half.clone().negate(), overTurn)),
  ];
}

function cone(radius: number, length: number): Drawing[] {
  const size = 2 * radius + length;
  const r = thin(radius, size);
  return [
    unit('cone', (i) => tessellate.mantle(levels[i]!, 0), scaled(r, r, thin(length, size)), tessellate.circleEdges(-0.5)),
    unit('disc', (i) => tessellate.disc(levels[i]!), scaled(r, r, r, new Vector3(0, 0, -0.5 * length), overTurn)),
  ];
}

function capsule(radius: number, length: number): Drawing[] {
  if (length === 0) return sphere(radius, radius, radius);
  if (radius === 0)
    return [{ kind: 'line', from: new Vector3(0, 0, -0.5 * length), to: new Vector3(0, 0, 0.5 * length), open: 'none' }];
  const half = new Vector3(0, 0, 0.5 * length);
  return [
    unit('tube', (i) => tessellate.mantle(levels[i]!, 1), scaled(radius, radius, length)),
    unit('dome', (i) => tessellate.dome(levels[i]!), scaled(radius, radius, radius, half)),
    unit('dome', (i) => tessellate.dome(levels[i]!), scaled(radius, radius, radius, half.clone().negate(), overTurn)),
  ];
}

function sphere(x: number, y: number, z: number): Drawing[] {
  if (x === 0) return [{ kind: 'dot', at: new Vector3() }];
  return [unit('ball', (i) => tessellate.ball(levels[i]!), scaled(x, y, z))];
}

function box([x, y, z]: number[]): Drawing[] {
  const size = x! + y! + z!;
  if (size === 0) return [{ kind: 'dot', at: new Vector3() }];
  return [
    unit('cube', tessellate.cube, scaled(thin(x!, size), thin(y!, size), thin(z!, size)), tessellate.cubeEdges()),
  ];
}

/// Newell's normal; of length zero where the face has no area.
function faceNormal(corners: Vector3[]): Vector3 {
  const normal = new Vector3();
  corners.forEach((p, i) => {
    const q = corners[(i + 1) % corners.length]!;
    normal.x += (p.y - q.y) * (p.z + q.z);
    normal.y += (p.z - q.z) * (p.x + q.x);
    normal.z += (p.x - q.x) * (p.y + q.y);
  });
  return normal;
}

const crease = Math.cos((12 * Math.PI) / 180);

function polyhedral(shape: { vertices: number[]; faces: number[][] }, key: string): Drawing[] {
  const origin = new Vector3(shape.vertices[0], shape.vertices[1], shape.vertices[2]);
  const vertex = (i: number): Vector3 =>
    new Vector3(shape.vertices[3 * i], shape.vertices[3 * i + 1], shape.vertices[3 * i + 2]).sub(origin);
  const only = shape.faces[0]!;
  if (shape.faces.length === 1 && only.length === 1) return [{ kind: 'dot', at: origin }];
  if (shape.faces.length === 1) {
    const corners = only.map(vertex);
    const far = corners.reduce((p, q) => (q.length() > p.length() ? q : p));
    const across = Math.sqrt(faceNormal(corners).length());
    if (only.length === 2 || across <= 1e-6 * far.length()) {
      const start = corners.reduce((p, q) => (q.distanceTo(far) > p.distanceTo(far) ? q : p));
      if (far.equals(start)) return [{ kind: 'dot', at: origin }];
      return [{ kind: 'line', from: start.add(origin), to: far.add(origin), open: 'none' }];
    }
  }
  const normals = new Map<string, Vector3>();
  const edges: number[] = [];
  const out = new Triangles();
  for (const face of shape.faces) {
    const corners = face.map(vertex);
    const normal = faceNormal(corners).normalize();
    out.addFlat(corners, normal);
    face.forEach((i, k) => {
      const j = face[(k + 1) % face.length]!;
      const beside = normals.get(`${j},${i}`);
      if (beside === undefined) normals.set(`${i},${j}`, normal);
      if (shape.faces.length === 1 || (beside !== undefined && beside.dot(normal) < crease)) {
        const [p, q] = [corners[k]!, corners[(k + 1) % face.length]!];
        edges.push(p.x, p.y, p.z, q.x, q.y, q.z);
      }
    });
  }
  const geometry = out.geometry();
  const open = shape.faces.length === 1;
  return [{ kind: 'surface', key, levels: 1, open, make: () => geometry, edges, matrix: scaled(1, 1, 1, origin) }];
}

const alone = (key: string, geometry: BufferGeometry): Drawing[] => [
  { kind: 'surface', key, levels: 1, open: false, make: () => geometry, edges: [], matrix: new Matrix4() },
];

/// What is drawn of a shape that is swept by a ball. Hulls of spheres come with larger spheres.
function roundedDrawings(shape: Shape, key: string, rounding: number): Drawing[] {
  const bare = { ...shape, rounding: 0 } as Shape;
  const about = (centre: Vector3): Drawing[] =>
    sphere(rounding, rounding, rounding).map((drawing) => placed(drawing, new Matrix4().setPosition(centre)));
  switch (shape.type) {
    case 'point':
      return about(new Vector3(...shape.at));
    case 'sphere':
      return sphere(...([0, 0, 0].map(() => shape.radius + rounding) as [number, number, number]));
    case 'capsule':
      return capsule(shape.radius + rounding, shape.length);
    case 'cylinder':
      return alone(key, rounded.roundedCylinder(shape.radius, shape.length, rounding));
    case 'cone':
      return alone(key, rounded.roundedCone(shape.radius, shape.length, rounding));
    case 'ellipsoid':
      return alone(key, rounded.roundedEllipsoid(shape.radii, rounding));
    case 'segment':
      return drawingsOf(rounded.roundedFaces({ type: 'polygon', vertices: shape.points.flat(), faces: [[0, 1]] }, rounding), key);
    case 'box':
      if (shape.size.filter((x) => x > 0).length === 3)
        return drawingsOf(rounded.roundedFaces(rounded.boxFaces(shape.size), rounding), key);
      return drawingsOf(rounded.roundedFaces(flatBox(shape.size), rounding), key);
    case 'ray':
    case 'line':
    case 'plane':
    case 'halfspace':
    case 'spheres':
    case 'union':
      return drawingsOf(bare, key);
    default:
      if (shape.vertices.length === 3) return about(new Vector3(...shape.vertices));
      return drawingsOf(rounded.roundedFaces(shape, rounding), key);
  }
}

/// A box with a side of no length, as a polygon.
function flatBox(size: number[]): Extract<Shape, { faces: number[][] }> {
  const long = [0, 1, 2].filter((axis) => size[axis]! > 0);
  const corners = long.length === 2 ? [[-1, -1], [1, -1], [1, 1], [-1, 1]] : long.length === 1 ? [[-1], [1]] : [[]];
  const vertices = corners.flatMap((signs) => {
    const p = [0, 0, 0];
    signs.forEach((sign, k) => (p[long[k]!] = 0.5 * sign * size[long[k]!]!));
    return p;
  });
  return { type: 'polygon', vertices, faces: [corners.map((_, i) => i)] };
}

/// What is drawn of a shape. `key` names it among the shapes of the page.
export function drawingsOf(shape: Shape, key: string): Drawing[] {
  if (shape.rounding) return roundedDrawings(shape, key, shape.rounding);
  switch (shape.type) {
    case 'point':
      return [{ kind: 'dot', at: new Vector3(...shape.at) }];
    case 'segment':
      return [{ kind: 'line', from: new Vector3(...shape.points[0]), to: new Vector3(...shape.points[1]), open: 'none' }];
    case 'ray':
    case 'line': {
      const direction = new Vector3(...shape.direction).normalize();
      const open = shape.type === 'ray' ? 'end' : 'both';
      return [{ kind: 'line', from: new Vector3(...shape.origin), to: direction, open }];
    }
    case 'plane':
    case 'halfspace': {
      const normal = new Vector3(...shape.normal);
      const length = normal.length();
      normal.divideScalar(length);
      const at = normal.clone().multiplyScalar(shape.offset / length);
      return [{ kind: 'grid', normal, at, solid: shape.type === 'halfspace' }];
    }
    case 'box':
      return box(shape.size);
    case 'sphere':
      return sphere(shape.radius, shape.radius, shape.radius);
    case 'ellipsoid':
      return sphere(...shape.radii);
    case 'capsule':
      return capsule(shape.radius, shape.length);
    case 'cylinder':
      return cylinder(shape.radius, shape.length);
    case 'cone':
      return cone(shape.radius, shape.length);
    case 'spheres': {
      if (shape.spheres.every(([, , , r]) => r === 0) && shape.vertices.length === 1)
        return [{ kind: 'dot', at: new Vector3(...shape.spheres[shape.vertices[0]!]!.slice(0, 3)) }];
      return alone(key, stopeSurface(shape, 2 * boundsOf(shape).radius));
    }
    case 'union':
      return shape.parts.flatMap((part, i) => {
        const place = partMatrix(part);
        return drawingsOf(part.shape, `${key}.${i}`).map((drawing) => placed(drawing, place));
      });
    default:
      return polyhedral(shape, key);
  }
}

function partMatrix(part: { position: number[]; rotation: number[] }): Matrix4 {
  const [w, x, y, z] = part.rotation;
  return new Matrix4().compose(
    new Vector3(...part.position),
    new Quaternion(x, y, z, w),
    new Vector3(1, 1, 1),
  );
}

function placed(drawing: Drawing, place: Matrix4): Drawing {
  const point = (p: Vector3): Vector3 => p.clone().applyMatrix4(place);
  const direction = (p: Vector3): Vector3 => p.clone().transformDirection(place);
  switch (drawing.kind) {
    case 'surface':
      return { ...drawing, matrix: new Matrix4().multiplyMatrices(place, drawing.matrix) };
    case 'line':
      return {
        ...drawing,
        from: point(drawing.from),
        to: drawing.open === 'none' ? point(drawing.to) : direction(drawing.to),
      };
    case 'dot':
      return { ...drawing, at: point(drawing.at) };
    case 'grid':
      return { ...drawing, normal: direction(drawing.normal), at: point(drawing.at) };
  }
}

function around(points: Vector3[], reach: number[] = []): Bounds {
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = low.clone().negate();
  for (const p of points) low.min(p), high.max(p);
  const centre = low.add(high).multiplyScalar(0.5);
  const radius = points.reduce((most, p, i) => Math.max(most, p.distanceTo(centre) + (reach[i] ?? 0)), 0);
  return { centre, radius };
}

/// A ball that holds the shape, in the frame of the body.
export function boundsOf(shape: Shape): Bounds {
  const bounds = sharpBounds(shape);
  const more = shape.type === 'spheres' ? 0 : (shape.rounding ?? 0); // spheres come with it
  return bounds.radius < 0 ? bounds : { centre: bounds.centre, radius: bounds.radius + more };
}

function sharpBounds(shape: Shape): Bounds {
  const centred = (radius: number): Bounds => ({ centre: new Vector3(), radius });
  switch (shape.type) {
    case 'point':
      return { centre: new Vector3(...shape.at), radius: 0 };
    case 'segment':
      return around(shape.points.map((p) => new Vector3(...p)));
    case 'ray':
    case 'line':
      return { centre: new Vector3(...shape.origin), radius: -1 };
    case 'plane':
    case 'halfspace': {
      const normal = new Vector3(...shape.normal);
      return { centre: normal.clone().multiplyScalar(shape.offset / normal.lengthSq()), radius: -1 };
    }
    case 'box':
      return centred(0.5 * Math.hypot(...shape.size));
    case 'sphere':
      return centred(shape.radius);
    case 'ellipsoid':
      return centred(Math.max(...shape.radii));
    case 'capsule':
      return centred(shape.radius + 0.5 * shape.length);
    case 'cylinder':
    case 'cone':
      return centred(Math.hypot(shape.radius, 0.5 * shape.length));
    case 'spheres':
      return around(
        shape.spheres.map(([x, y, z]) => new Vector3(x, y, z)),
        shape.spheres.map(([, , , r]) => r),
      );
    case 'union': {
      const parts = shape.parts.map((part) => {
        const bounds = boundsOf(part.shape);
        return { centre: bounds.centre.applyMatrix4(partMatrix(part)), radius: bounds.radius };
      });
      const whole = around(
        parts.map((part) => part.centre),
        parts.map((part) => Math.max(part.radius, 0)),
      );
      return parts.some((part) => part.radius < 0) ? { centre: whole.centre, radius: -1 } : whole;
    }
    default: {
      const points: Vector3[] = [];
      for (let i = 0; i < shape.vertices.length; i += 3)
        points.push(new Vector3(shape.vertices[i], shape.vertices[i + 1], shape.vertices[i + 2]));
      return around(points);
    }
  }
}
