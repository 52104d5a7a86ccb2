// The surface of a hull of spheres: flat facets, patches of cones between two spheres, and patches of the spheres.
// The patch of sphere i has the normals n with (c_i - c_j) . n >= r_j - r_i for every other sphere j: on the sphere of
// directions, an intersection of half-spaces, by which the triangles of a fine sphere are cut.

import { Vector3, type BufferGeometry } from 'three';
import type { Shape } from './data';
import { icosphere, Triangles } from './tessellate';

type Stope = Extract<Shape, { type: 'spheres' }>;

interface Sphere {
  centre: Vector3;
  radius: number;
}

const flatShare = 4e-4; // how far a chord may be from its arc, of the size of the shape

function cutBy(polygon: Vector3[], normal: Vector3, offset: number): Vector3[] {
  const out: Vector3[] = [];
  for (let i = 0; i < polygon.length; ++i) {
    const p = polygon[i]!;
    const q = polygon[(i + 1) % polygon.length]!;
    const at = normal.dot(p) - offset;
    const next = normal.dot(q) - offset;
    if (at >= 0) out.push(p);
    if (at < 0 !== next < 0) out.push(new Vector3().lerpVectors(p, q, at / (at - next)).normalize());
  }
  return out;
}

function addPatch(out: Triangles, sphere: Sphere, others: Sphere[], size: number): void {
  if (sphere.radius === 0) return;
  const angle = Math.acos(Math.max(0.8, 1 - (flatShare * size) / sphere.radius));
  const { directions, triangles } = icosphere(Math.min(20, Math.max(3, Math.ceil(0.78 / angle))));
  const cuts = others.map((other) => ({
    normal: new Vector3().subVectors(sphere.centre, other.centre),
    offset: other.radius - sphere.radius,
  }));
  for (const triangle of triangles) {
    let polygon = triangle.map((i) => directions[i]!);
    for (const cut of cuts) {
      polygon = cutBy(polygon, cut.normal, cut.offset);
      if (polygon.length < 3) break;
    }
    if (polygon.length < 3) continue;
    out.add(polygon.map((n) => n.clone().multiplyScalar(sphere.radius).add(sphere.centre)), polygon);
  }
}

/// The stretches of the turn about an edge, in angles, on which it is part of the surface.
function stretches(stope: Stope, i: number, j: number, angleOf: (normal: Vector3) => number): [number, number][] {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const facet of stope.facets) {
    const loop = facet.spheres;
    loop.forEach((ball, k) => {
      const next = loop[(k + 1) % loop.length];
      if (ball === i && next === j) starts.push(angleOf(new Vector3(...facet.normal)));
      if (ball === j && next === i) ends.push(angleOf(new Vector3(...facet.normal)));
    });
  }
  if (starts.length === 0 || ends.length === 0) return [[0, 2 * Math.PI]];
  return starts.map((start) => {
    const turns = ends.map((end) => (((end - start) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI));
    return [start, start + Math.min(...turns)];
  });
}

function addCone(out: Triangles, stope: Stope, spheres: Sphere[], i: number, j: number, size: number): void {
  const a = spheres[i]!;
  const b = spheres[j]!;
  const along = new Vector3().subVectors(b.centre, a.centre);
  const length = along.length();
  along.divideScalar(length);
  const sine = (a.radius - b.radius) / length;
  const cosine = Math.sqrt(Math.max(0, 1 - sine * sine));
  const e = new Vector3(Math.abs(along.x) < 0.6 ? 1 : 0, Math.abs(along.x) < 0.6 ? 0 : 1, 0);
  e.addScaledVector(along, -e.dot(along)).normalize();
  const f = new Vector3().crossVectors(along, e);
  const largest = Math.max(a.radius, b.radius);
  if (largest === 0) return;
  const step = 2 * Math.acos(Math.max(0.8, 1 - (flatShare * size) / largest));
  for (const [from, to] of stretches(stope, i, j, (n) => Math.atan2(n.dot(f), n.dot(e)))) {
    const pieces = Math.max(1, Math.ceil((to - from) / step));
    const normal = (k: number): Vector3 => {
      const turn = from + ((to - from) * k) / pieces;
      return new Vector3()
        .addScaledVector(along, sine)
        .addScaledVector(e, cosine * Math.cos(turn))
        .addScaledVector(f, cosine * Math.sin(turn));
    };
    const on = (sphere: Sphere, n: Vector3): Vector3 => n.clone().multiplyScalar(sphere.radius).add(sphere.centre);
    for (let k = 0; k < pieces; ++k) {
      const n = normal(k);
      const m = normal(k + 1);
      out.add([on(a, n), on(a, m), on(b, m), on(b, n)], [n, m, m, n]);
    }
  }
}

export function stopeSurface(stope: Stope, size: number): BufferGeometry {
  const spheres = stope.spheres.map(([x, y, z, radius]) => ({ centre: new Vector3(x, y, z), radius }));
  const out = new Triangles();
  for (const facet of stope.facets) {
    const normal = new Vector3(...facet.normal);
    const corners = facet.spheres.map((i) =>
      normal.clone().multiplyScalar(spheres[i]!.radius).add(spheres[i]!.centre),
    );
    out.addFlat(corners, normal);
  }
  for (const [i, j] of stope.edges) addCone(out, stope, spheres, i, j, size);
  const neighbours = new Map<number, Set<number>>(stope.vertices.map((i) => [i, new Set<number>()]));
  for (const [i, j] of stope.edges) {
    neighbours.get(i)?.add(j);
    neighbours.get(j)?.add(i);
  }
  for (const i of stope.vertices) {
    const others = stope.vertices.length <= 64 ? stope.vertices.filter((j) => j !== i) : [...neighbours.get(i)!];
    addPatch(out, spheres[i]!, others.map((j) => spheres[j]!), size);
  }
  return out.geometry();
}
