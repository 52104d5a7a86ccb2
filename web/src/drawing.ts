// From a shape to what is drawn of it: surfaces that many bodies share, edges, lines, dots and grids, each placed in the
// frame of the body.

import { BufferGeometry, Matrix4, Quaternion, Vector3 } from 'three';
import type { Shape } from './data';
import { stopeSurface } from './stope';
import * as tessellate from './tessellate';
import { levels, Triangles } from './tessellate';

/// A surface, for any number of bodies: the same geometry, placed by a matrix.
export interface Surface {
  kind: 'surface';
  key: string;
  levels: number; // of detail
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
  return { kind: 'surface', key, levels: levels.length, make, edges, matrix };
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
  return [{ kind: 'surface', key, levels: 1, make: () => geometry, edges, matrix: scaled(1, 1, 1, origin) }];
}

/// What is drawn of a shape. `key` names it among the shapes of the page.
export function drawingsOf(shape: Shape, key: string): Drawing[] {
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
      const { geometry, edges } = stopeSurface(shape, 2 * boundsOf(shape).radius);
      return [{ kind: 'surface', key, levels: 1, make: () => geometry, edges, matrix: new Matrix4() }];
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
  return { centre, radius: Math.max(...points.map((p, i) => p.distanceTo(centre) + (reach[i] ?? 0))) };
}

/// A ball that holds the shape, in the frame of the body.
export function boundsOf(shape: Shape): Bounds {
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
