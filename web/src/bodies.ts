// The bodies: surfaces that share a geometry are drawn together, each at the level of detail that its size on the
// screen asks for.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  FrontSide,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  Vector3,
  type PerspectiveCamera,
  type Raycaster,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Cell } from './data';
import { boundsOf, drawingsOf, type Bounds, type Dot, type Drawing, type Line, type Surface } from './drawing';
import { makeGrid, type GridMesh } from './grid';
import type { Frame } from './frame';
import { Impostors, spreadOf, type Spread } from './impostors';

export const enum Look {
  solid,
  ghost,
  hidden,
}

interface Batch {
  surface: Surface;
  instances: { body: number; matrix: Matrix4 }[];
  geometries: (BufferGeometry | undefined)[];
  meshes: (InstancedMesh | undefined)[]; // by 2 * level + (1 for ghosts)
}

const edgeLimit = 400_000; // numbers: more creases than this are left out
const fineLimit = 300; // so few bodies are drawn at the finest level always
const tiny = 4; // the level of what is drawn as a point
export const tinyPixels = 4; // bodies of a smaller radius are, at rest

export class Bodies {
  readonly group = new Group();
  readonly bounds: Bounds[];
  readonly looks: Uint8Array;
  private readonly drawings: Drawing[][]; // of each shape
  private readonly matrices: Matrix4[];
  private readonly batches = new Map<string, Batch>();
  private readonly level: Uint8Array;
  private readonly colours: Color[];
  // Of closed surfaces, and of flat ones that have two sides.
  private readonly solids = [FrontSide, DoubleSide].map(
    (side) => new MeshLambertMaterial({ side, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }),
  );
  private readonly ghost = new MeshLambertMaterial({ side: DoubleSide, transparent: true, opacity: 0.14, depthWrite: false });
  private readonly edgeMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.45 });
  private readonly edges = new LineSegments(new BufferGeometry(), this.edgeMaterial);
  private readonly lineMaterial = new LineMaterial({ linewidth: 3, vertexColors: true });
  private readonly dashMaterial = new LineMaterial({ linewidth: 2, vertexColors: true, dashed: true, transparent: true, opacity: 0.7 });
  private readonly lines = new LineSegments2(new LineSegmentsGeometry(), this.lineMaterial);
  private readonly dashes = new LineSegments2(new LineSegmentsGeometry(), this.dashMaterial);
  private readonly dots = new Points(new BufferGeometry(), new PointsMaterial({ size: 9, sizeAttenuation: false, vertexColors: true }));
  private readonly grids: { body: number; mesh: GridMesh }[] = [];
  private lineBodies: number[] = [];
  private dotBodies: number[] = [];
  private readonly withEdges: boolean;
  private readonly spreads: (Spread | null)[]; // of each shape; none: it cannot be drawn as a point
  private readonly impostors: [Impostors, Impostors]; // solid, and ghosts
  private sample = 0;

  constructor(
    private readonly cell: Cell,
    private readonly frame: Frame,
  ) {
    const n = cell.bodies.length;
    const shapeBounds = cell.shapes.map(boundsOf);
    this.bounds = cell.bodies.map((body) => shapeBounds[body.shape]!);
    this.drawings = cell.shapes.map((shape, i) => drawingsOf(shape, `shape ${i}`));
    this.matrices = Array.from({ length: n }, () => new Matrix4());
    this.looks = new Uint8Array(n);
    this.level = new Uint8Array(n).fill(n > fineLimit ? 3 : 0);
    this.spreads = n > fineLimit ? this.drawings.map(spread) : [];
    this.impostors = [new Impostors(n > fineLimit ? n : 0, 1), new Impostors(n > fineLimit ? n : 0, 0.14)];
    for (const { points } of this.impostors) this.group.add(points);
    this.colours = Array.from({ length: n }, () => new Color(0.6, 0.6, 0.6));
    let creases = 0;
    cell.bodies.forEach((body, i) => {
      for (const drawing of this.drawings[body.shape]!) {
        if (drawing.kind === 'grid') {
          const mesh = makeGrid(drawing);
          this.grids.push({ body: i, mesh });
          this.group.add(mesh.mesh);
        }
        if (drawing.kind !== 'surface') continue;
        creases += drawing.edges.length;
        let batch = this.batches.get(drawing.key);
        if (!batch) {
          batch = { surface: drawing, instances: [], geometries: [], meshes: [] };
          this.batches.set(drawing.key, batch);
        }
        batch.instances.push({ body: i, matrix: drawing.matrix });
      }
    });
    this.withEdges = creases <= edgeLimit;
    for (const object of [this.edges, this.lines, this.dashes, this.dots]) {
      object.frustumCulled = false;
      this.group.add(object);
    }
    this.edges.renderOrder = 1;
  }

  drawingsOfBody(body: number): Drawing[] {
    return this.drawings[this.cell.bodies[body]!.shape]!;
  }
  matrix(body: number): Matrix4 {
    return this.matrices[body]!;
  }
  /// The middle of a body, and how far it reaches; in the lengths of the drawing.
  ball(body: number): { centre: Vector3; radius: number } {
    const { centre, radius } = this.bounds[body]!;
    return { centre: centre.clone().applyMatrix4(this.matrices[body]!), radius: radius * this.frame.scale };
  }

  setSample(sample: number): void {
    this.sample = sample;
    const turn = new Quaternion();
    const size = new Vector3(this.frame.scale, this.frame.scale, this.frame.scale);
    for (let i = 0; i < this.cell.bodies.length; ++i) {
      const [w, x, y, z] = this.cell.rotation(i, sample);
      this.matrices[i]!.compose(this.frame.toDrawing(this.cell.position(i, sample)), turn.set(x, y, z, w), size);
    }
  }
  setColour(body: number, colour: Color): void {
    this.colours[body]!.copy(colour);
  }
  setOpacity(opacity: number): void {
    for (const material of this.solids) {
      material.transparent = opacity < 1;
      material.opacity = opacity;
      material.depthWrite = opacity > 0.95;
      material.needsUpdate = true;
    }
    this.impostors[0].setOpacity(opacity);
  }
  setTheme(dark: boolean): void {
    this.edgeMaterial.color.set(dark ? 0x05080c : 0x101820);
    this.edgeMaterial.opacity = dark ? 0.75 : 0.5;
    for (const grid of this.grids) grid.mesh.setTheme(dark);
  }
  setResolution(width: number, height: number): void {
    this.lineMaterial.resolution.set(width, height);
    this.dashMaterial.resolution.set(width, height);
  }

  /// Chooses the levels of detail for pixels = radius / distance * pixelsPerRadian; true if one has changed.
  chooseLevels(eye: Vector3, pixelsPerRadian: number, least = tinyPixels): boolean {
    if (this.cell.bodies.length <= fineLimit) return false;
    let changed = false;
    const at = new Vector3();
    for (let i = 0; i < this.level.length; ++i) {
      const { centre, radius } = this.bounds[i]!;
      at.copy(centre).applyMatrix4(this.matrices[i]!);
      const pixels = ((radius * this.frame.scale) / Math.max(at.distanceTo(eye), 1e-9)) * pixelsPerRadian;
      const level = pixels < least && this.spreads[this.cell.bodies[i]!.shape] ? tiny : pixels > 90 ? 0 : pixels > 24 ? 1 : pixels > 10 ? 2 : 3;
      if (level !== this.level[i]) {
        this.level[i] = level;
        changed = true;
      }
    }
    return changed;
  }

  /// Brings all that is drawn up to date with matrices, looks, levels and colours.
  refresh(): void {
    for (const batch of this.batches.values()) this.refreshBatch(batch);
    this.refreshImpostors();
    this.refreshEdges();
    this.refreshLines();
    for (const { body, mesh } of this.grids) {
      mesh.mesh.visible = this.looks[body] !== Look.hidden;
      mesh.place(this.matrices[body]!, this.frame, this.colours[body]!, this.looks[body] === Look.ghost);
    }
  }

  private refreshImpostors(): void {
    for (const impostors of this.impostors) impostors.clear();
    for (let body = 0; body < this.level.length; ++body) {
      if (this.level[body] !== tiny || this.looks[body] === Look.hidden) continue;
      const { shape } = this.cell.bodies[body]!;
      this.impostors[this.looks[body] === Look.ghost ? 1 : 0].add(body, this.spreads[shape]!, this.matrices[body]!, this.colours[body]!);
    }
    for (const impostors of this.impostors) impostors.finish();
  }
  beforeRender(camera: PerspectiveCamera, perRadian: number, lamp: Vector3): void {
    for (const impostors of this.impostors) impostors.beforeRender(camera, perRadian, lamp);
  }

  private refreshBatch(batch: Batch): void {
    const fill = new Map<InstancedMesh, number>();
    for (const mesh of batch.meshes) if (mesh) fill.set(mesh, 0);
    const world = new Matrix4();
    for (const { body, matrix } of batch.instances) {
      const look = this.looks[body]!;
      if (look === Look.hidden || this.level[body] === tiny) continue;
      const level = Math.min(this.level[body]!, batch.surface.levels - 1);
      const slot = 2 * level + (look === Look.ghost ? 1 : 0);
      let mesh = batch.meshes[slot];
      if (!mesh) {
        const geometry = (batch.geometries[level] ??= batch.surface.make(level));
        mesh = new InstancedMesh(geometry, look === Look.ghost ? this.ghost : this.solids[batch.surface.open ? 1 : 0], batch.instances.length);
        mesh.frustumCulled = false;
        mesh.setColorAt(0, this.colours[body]!); // makes room for colours
        mesh.userData.bodies = new Int32Array(batch.instances.length);
        batch.meshes[slot] = mesh;
        this.group.add(mesh);
      }
      const at = fill.get(mesh) ?? 0;
      world.multiplyMatrices(this.matrices[body]!, matrix);
      world.toArray(mesh.instanceMatrix.array as Float32Array, 16 * at);
      this.colours[body]!.toArray(mesh.instanceColor!.array as Float32Array, 3 * at);
      mesh.userData.bodies[at] = body;
      fill.set(mesh, at + 1);
    }
    for (const [mesh, count] of fill) {
      mesh.count = count;
      mesh.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  /// Colours alone.
  refreshColours(): void {
    for (const batch of this.batches.values())
      for (const mesh of batch.meshes)
        if (mesh) {
          for (let i = 0; i < mesh.count; ++i)
            this.colours[mesh.userData.bodies[i]]!.toArray(mesh.instanceColor!.array as Float32Array, 3 * i);
          mesh.instanceColor!.needsUpdate = true;
        }
    this.refreshLines();
    for (const { body, mesh } of this.grids)
      mesh.place(this.matrices[body]!, this.frame, this.colours[body]!, this.looks[body] === Look.ghost);
  }

  private refreshEdges(): void {
    this.edges.visible = this.withEdges;
    if (!this.withEdges) return;
    const out: number[] = [];
    const world = new Matrix4();
    const p = new Vector3();
    for (const batch of this.batches.values()) {
      const edges = batch.surface.edges;
      if (edges.length === 0) continue;
      for (const { body, matrix } of batch.instances) {
        if (this.looks[body] !== Look.solid || this.level[body] === tiny) continue;
        world.multiplyMatrices(this.matrices[body]!, matrix);
        for (let i = 0; i < edges.length; i += 3) {
          p.set(edges[i]!, edges[i + 1]!, edges[i + 2]!).applyMatrix4(world);
          out.push(p.x, p.y, p.z);
        }
      }
    }
    replacePositions(this.edges.geometry, out);
  }

  private refreshLines(): void {
    const solid = { positions: [] as number[], colours: [] as number[], bodies: [] as number[] };
    const dashed = { positions: [] as number[], colours: [] as number[] };
    const dots = { positions: [] as number[], colours: [] as number[], bodies: [] as number[] };
    this.cell.bodies.forEach((_, body) => {
      if (this.looks[body] === Look.hidden) return;
      const colour = this.colours[body]!;
      const tint = this.looks[body] === Look.ghost ? colour.clone().lerp(new Color(0.5, 0.5, 0.5), 0.7) : colour;
      for (const drawing of this.drawingsOfBody(body)) {
        if (drawing.kind === 'dot') {
          const p = (drawing as Dot).at.clone().applyMatrix4(this.matrices[body]!);
          dots.positions.push(p.x, p.y, p.z);
          dots.colours.push(tint.r, tint.g, tint.b);
          dots.bodies.push(body);
        }
        if (drawing.kind !== 'line') continue;
        const { from, to, far } = this.ends(drawing, body);
        solid.positions.push(...from.toArray(), ...to.toArray());
        solid.colours.push(tint.r, tint.g, tint.b, tint.r, tint.g, tint.b);
        solid.bodies.push(body);
        for (const [near, away] of far) {
          dashed.positions.push(...near.toArray(), ...away.toArray());
          dashed.colours.push(tint.r, tint.g, tint.b, tint.r, tint.g, tint.b);
        }
      }
    });
    this.lineBodies = solid.bodies;
    this.dotBodies = dots.bodies;
    setLines(this.lines, solid.positions, solid.colours);
    setLines(this.dashes, dashed.positions, dashed.colours);
    this.dashMaterial.dashSize = 0.3;
    this.dashMaterial.gapSize = 0.2;
    if (dashed.positions.length > 0) this.dashes.computeLineDistances();
    this.dots.visible = dots.positions.length > 0;
    replacePositions(this.dots.geometry, dots.positions);
    this.dots.geometry.setAttribute('color', new BufferAttribute(new Float32Array(dots.colours), 3));
  }

  /// The part of a line that is drawn through, and where it goes on beyond the scene.
  private ends(line: Line, body: number): { from: Vector3; to: Vector3; far: [Vector3, Vector3][] } {
    const matrix = this.matrices[body]!;
    const from = line.from.clone().applyMatrix4(matrix);
    if (line.open === 'none') return { from, to: line.to.clone().applyMatrix4(matrix), far: [] };
    const direction = line.to.clone().transformDirection(matrix);
    const reach = 1.1 * this.frame.radius;
    const middle = -from.dot(direction); // nearest to the middle of the scene
    const along = (s: number): Vector3 => from.clone().addScaledVector(direction, s);
    if (line.open === 'both')
      return {
        from: along(middle - reach),
        to: along(middle + reach),
        far: [
          [along(middle - reach), along(middle - 3 * reach)],
          [along(middle + reach), along(middle + 3 * reach)],
        ],
      };
    const end = Math.max(middle, 0) + reach;
    return { from, to: along(end), far: [[along(end), along(end + 2 * reach)]] };
  }

  /// The body that a ray meets first, with its distance; -1: none.
  pick(ray: Raycaster): number {
    ray.params.Points = { threshold: 0.02 * this.frame.radius };
    ray.params.Line2 = { threshold: 6 };
    let best = -1;
    let nearest = Infinity;
    for (const hit of ray.intersectObjects(this.group.children, false)) {
      if (!hit.object.visible || hit.distance >= nearest) continue;
      let body = -1;
      if (hit.object instanceof InstancedMesh && hit.instanceId !== undefined)
        body = hit.object.userData.bodies[hit.instanceId];
      else if (hit.object === this.lines && hit.faceIndex !== undefined && hit.faceIndex !== null)
        body = this.lineBodies[hit.faceIndex] ?? -1;
      else if (hit.object === this.dots && hit.index !== undefined) body = this.dotBodies[hit.index] ?? -1;
      if (body < 0 || this.looks[body] === Look.ghost) continue;
      best = body;
      nearest = hit.distance;
    }
    const at = new Vector3();
    const { drawn, bodies } = this.impostors[0];
    for (let i = 0; i < drawn; ++i) {
      const { centre, radius } = this.ball(bodies[i]!);
      if (ray.ray.distanceSqToPoint(centre) > radius * radius) continue;
      const distance = ray.ray.closestPointToPoint(centre, at).distanceTo(ray.ray.origin);
      if (distance < nearest) (nearest = distance), (best = bodies[i]!);
    }
    return best;
  }

  /// What is drawn of a body, in the lengths of the scene: triangles, pieces of lines, and dots.
  readBack(body: number): { triangles: number[]; lines: number[]; dots: number[] } {
    const out = { triangles: [] as number[], lines: [] as number[], dots: [] as number[] };
    const p = new Vector3();
    for (const batch of this.batches.values())
      batch.meshes.forEach((mesh) => {
        if (!mesh || !mesh.visible) return;
        const positions = mesh.geometry.getAttribute('position');
        const index = mesh.geometry.getIndex();
        const matrix = new Matrix4();
        for (let i = 0; i < mesh.count; ++i) {
          if (mesh.userData.bodies[i] !== body) continue;
          mesh.getMatrixAt(i, matrix);
          const corners = index ? index.count : positions.count;
          for (let k = 0; k < corners; ++k) {
            p.fromBufferAttribute(positions, index ? index.getX(k) : k).applyMatrix4(matrix);
            out.triangles.push(...this.frame.toScene(p));
          }
        }
      });
    const starts = this.lines.geometry.getAttribute('instanceStart');
    const stops = this.lines.geometry.getAttribute('instanceEnd');
    this.lineBodies.forEach((owner, i) => {
      if (owner !== body) return;
      for (const ends of [starts, stops]) out.lines.push(...this.frame.toScene(p.fromBufferAttribute(ends!, i)));
    });
    const dots = this.dots.geometry.getAttribute('position');
    this.dotBodies.forEach((owner, i) => {
      if (owner === body) out.dots.push(...this.frame.toScene(p.fromBufferAttribute(dots!, i)));
    });
    for (const grid of this.grids)
      if (grid.body === body) for (const corner of grid.mesh.corners()) out.dots.push(...this.frame.toScene(corner));
    return out;
  }

  get currentSample(): number {
    return this.sample;
  }
  get drawnInstances(): number {
    let count = this.impostors[0].drawn + this.impostors[1].drawn;
    for (const batch of this.batches.values()) for (const mesh of batch.meshes) count += mesh?.count ?? 0;
    return count;
  }
}

/// Of the surfaces of a shape; nothing if it has none, or more than surfaces.
function spread(drawings: Drawing[]): Spread | null {
  if (drawings.some((drawing) => drawing.kind !== 'surface')) return null;
  return spreadOf((drawings as Surface[]).map((surface) => ({ geometry: surface.make(surface.levels - 1), matrix: surface.matrix })));
}

function replacePositions(geometry: BufferGeometry, positions: number[]): void {
  const old = geometry.getAttribute('position') as BufferAttribute | undefined;
  if (old && old.array.length === positions.length) {
    (old.array as Float32Array).set(positions);
    old.needsUpdate = true;
  } else {
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  }
  geometry.boundingSphere = null;
}

function setLines(lines: LineSegments2, positions: number[], colours: number[]): void {
  lines.visible = positions.length > 0;
  if (!lines.visible) return;
  lines.geometry.dispose();
  const geometry = new LineSegmentsGeometry();
  geometry.setPositions(positions);
  geometry.setColors(colours);
  lines.geometry = geometry;
}
