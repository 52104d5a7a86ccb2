// The picture: camera, light, bodies and the chosen pair. It is drawn anew only when something has changed.

import {
  AmbientLight,
  Color,
  DirectionalLight,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Bodies, Look, tinyPixels } from './bodies';
import type { Answer, Cell, Vector } from './data';
import { Effort, Pace } from './effort';
import { Frame } from './frame';
import { Outline } from './outline';
import { PairPicture } from './pair_picture';

export interface View {
  eye: [number, number, number];
  target: [number, number, number];
}

const smoothLimit = 2000; // bodies: beyond, smooth edges cost more than they give

export class Stage {
  readonly frame: Frame;
  readonly bodies: Bodies;
  readonly pair: PairPicture;
  readonly camera = new PerspectiveCamera(35, 1, 0.1, 1000);
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly controls: OrbitControls;
  private readonly outline = new Outline();
  private readonly lamp = new DirectionalLight(0xffffff, 2.1);
  private width = 1;
  private height = 1;
  private scheduled = false;
  private levelsAt = 0;
  private drawnWith = Effort.full;
  private readonly pace = new Pace(() => this.invalidate());
  frames = 0;
  firstAt = 0; // since the page began to load
  lastScript = 0; // milliseconds that the last frame took of this thread
  onRender: () => void = () => {};
  onMoved: () => void = () => {};

  constructor(
    private readonly cell: Cell,
    readonly canvas: HTMLCanvasElement,
  ) {
    this.frame = new Frame(cell);
    this.renderer = new WebGLRenderer({ canvas, alpha: false, antialias: cell.bodies.length <= smoothLimit, powerPreference: 'high-performance' });
    this.bodies = new Bodies(cell, this.frame);
    this.pair = new PairPicture(this.frame);
    this.camera.up.set(0, 0, 1);
    this.scene.add(new AmbientLight(0xffffff, 1.3), this.lamp, this.camera);
    this.scene.add(this.bodies.group, this.outline.group, this.pair.group);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => {
      this.invalidate();
      this.onMoved();
    });
    this.bodies.setSample(0);
  }

  invalidate(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    this.pace.ask();
    requestAnimationFrame(() => this.render());
  }

  setTheme(dark: boolean, background: string): void {
    this.scene.background = new Color(background);
    this.bodies.setTheme(dark);
    this.invalidate();
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer.setPixelRatio(this.pixelRatio);
    this.renderer.setSize(this.width, this.height, false);
    this.camera.aspect = this.width / this.height;
    this.camera.updateProjectionMatrix();
    for (const part of [this.bodies, this.pair, this.outline]) part.setResolution(this.width, this.height);
    this.invalidate();
  }

  private get pixelRatio(): number {
    const full = Math.min(window.devicePixelRatio || 1, 2);
    const share = this.drawnWith === Effort.coarsest ? 0.35 : this.drawnWith === Effort.coarse ? 0.5 : 1;
    return share * (share < 1 ? Math.min(full, 1.5) : full);
  }
  /// Whether there is time for all names.
  get leisure(): boolean {
    return this.drawnWith === Effort.full;
  }
  /// Whether the picture is drawn in full, and nothing has changed since.
  get settled(): boolean {
    return this.frames > 0 && !this.scheduled && this.drawnWith === Effort.full;
  }
  private get pixelsPerRadian(): number {
    return this.height / (2 * Math.tan((this.camera.fov * Math.PI) / 360));
  }

  private render(): void {
    this.scheduled = false;
    const now = performance.now();
    this.pace.begin();
    this.draw(this.pace.effort, now);
    if (this.frames++ === 0) this.firstAt = performance.now();
    this.lastScript = performance.now() - now;
    this.onRender();
  }
  private draw(effort: Effort, now: number): void {
    if (now - this.levelsAt > 200 || effort !== this.drawnWith) {
      this.levelsAt = now;
      const tiny = effort >= Effort.coarse ? 28 : tinyPixels;
      if (this.bodies.chooseLevels(this.camera.position, this.pixelsPerRadian, tiny)) this.bodies.refresh();
    }
    if (effort !== this.drawnWith) {
      this.drawnWith = effort;
      this.renderer.setPixelRatio(this.pixelRatio);
    }
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = 0.005 * distance;
    this.camera.far = distance + this.camera.position.length() + 8 * this.frame.radius;
    this.camera.updateProjectionMatrix();
    this.lamp.position.copy(this.camera.position).add(new Vector3(-0.35, 0.1, 0.75).multiplyScalar(distance));
    this.camera.updateMatrixWorld();
    this.bodies.beforeRender(this.camera, this.pixelsPerRadian * this.renderer.getPixelRatio(), this.lamp.position);
    this.pair.beforeRender(this.camera, this.height);
    this.renderer.render(this.scene, this.camera);
  }

  /// Through bodies that can be seen through, the back of an outline would show.
  setOpacity(opacity: number): void {
    this.bodies.setOpacity(opacity);
    this.outline.group.visible = opacity === 1;
    this.invalidate();
  }
  showOutline(chosen: { body: number; colour: Color }[]): void {
    this.outline.show(this.bodies, chosen.filter(({ body }) => this.bodies.looks[body] === Look.solid));
    this.invalidate();
  }
  showPair(answer: Answer | null, size: number, ink: Color, slab: boolean): void {
    this.pair.show(answer, size, ink, slab);
    this.invalidate();
  }

  /// Moves the camera so that it sees a ball, from where it looks now, but across a normal if there is one.
  frameBall(centre: Vector3, radius: number, normal?: Vector3): void {
    const way = this.camera.position.clone().sub(this.controls.target);
    if (normal) {
      way.normalize().addScaledVector(normal, -normal.dot(way));
      if (way.length() < 0.05) way.set(normal.y, -normal.x, 0.2);
    }
    if (way.lengthSq() === 0) way.set(1, -1.4, 0.8);
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    way.setLength((1.05 * Math.max(radius, 1e-6 * this.frame.radius)) / Math.sin(narrow));
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).add(way);
    this.controls.update();
    this.invalidate();
    this.onMoved();
  }
  fit(bodies?: number[]): void {
    const balls = (bodies ?? this.cell.bodies.map((_, i) => i))
      .filter((body) => this.bodies.looks[body] !== Look.hidden && this.bodies.bounds[body]!.radius >= 0)
      .map((body) => this.bodies.ball(body));
    if (balls.length === 0) return this.frameBall(new Vector3(), this.frame.radius);
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    for (const { centre, radius } of balls) {
      const reach = new Vector3(radius, radius, radius);
      low.min(centre.clone().sub(reach));
      high.max(centre.clone().add(reach));
    }
    this.frameBalls(low.add(high).multiplyScalar(0.5), balls);
  }
  /// As near as can be with all balls in sight, from where the camera looks now.
  private frameBalls(centre: Vector3, balls: { centre: Vector3; radius: number }[]): void {
    const back = this.camera.position.clone().sub(this.controls.target).normalize();
    const right = new Vector3().crossVectors(this.camera.up, back).normalize();
    const upward = new Vector3().crossVectors(back, right);
    const tall = Math.tan((this.camera.fov * Math.PI) / 360);
    let distance = 1e-6 * this.frame.radius;
    for (const ball of balls) {
      const at = ball.centre.clone().sub(centre);
      for (const [axis, tangent] of [[right, tall * this.camera.aspect], [upward, tall]] as const) {
        const reach = Math.abs(at.dot(axis)) + ball.radius * Math.sqrt(1 + tangent * tangent);
        distance = Math.max(distance, reach / tangent + at.dot(back));
      }
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(back, 1.12 * distance);
    this.controls.update();
    this.invalidate();
    this.onMoved();
  }
  lookFrom(direction: Vector3): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.position.copy(this.controls.target).addScaledVector(direction.normalize(), distance);
    this.controls.update();
    this.invalidate();
    this.onMoved();
  }
  start(): void {
    this.camera.position.set(1, -1.35, 0.75);
    this.controls.target.set(0, 0, 0);
    this.fit();
  }
  orbit(right: number, upward: number): void {
    const way = this.camera.position.clone().sub(this.controls.target);
    way.applyAxisAngle(this.camera.up, right);
    const side = new Vector3().crossVectors(this.camera.up, way).normalize();
    const tilted = way.clone().applyAxisAngle(side, upward);
    if (Math.abs(tilted.clone().normalize().z) < 0.995) way.copy(tilted);
    this.camera.position.copy(this.controls.target).add(way);
    this.controls.update();
    this.invalidate();
    this.onMoved();
  }
  zoom(factor: number): void {
    const way = this.camera.position.clone().sub(this.controls.target).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(way);
    this.controls.update();
    this.invalidate();
    this.onMoved();
  }

  /// The picture as a file, of a size, drawn in full: what tests and manuals keep. Of a ball of the scene, or of all.
  snapshot(width: number, height: number, ball?: { centre: Vector; radius: number }): string {
    const before = { ...this.size, view: this.view };
    this.resize(width, height);
    if (ball) {
      this.camera.position.set(1, -1.35, 0.75);
      this.controls.target.set(0, 0, 0);
      this.frameBall(this.frame.toDrawing(ball.centre), ball.radius * this.frame.scale);
    } else {
      this.start();
    }
    this.draw(Effort.full, Infinity);
    const file = this.canvas.toDataURL('image/png');
    this.resize(before.width, before.height);
    this.view = before.view;
    return file;
  }

  get view(): View {
    return {
      eye: this.frame.toScene(this.camera.position),
      target: this.frame.toScene(this.controls.target),
    };
  }
  set view(view: View) {
    this.controls.target.copy(this.frame.toDrawing(view.target));
    this.camera.position.copy(this.frame.toDrawing(view.eye));
    this.controls.update();
    this.invalidate();
  }

  /// The body at a place of the canvas, -1 if there is none.
  pick(x: number, y: number): number {
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / this.width - 1, 1 - (2 * y) / this.height), this.camera);
    return this.bodies.pick(ray);
  }
  /// Where a point of the drawing is on the canvas; nothing if it is behind the camera.
  project(p: Vector3): { x: number; y: number } | null {
    const at = p.clone().project(this.camera);
    if (at.z > 1 || at.z < -1) return null;
    return { x: ((at.x + 1) * this.width) / 2, y: ((1 - at.y) * this.height) / 2 };
  }
  /// How many pixels a length at a point takes.
  pixels(p: Vector3, length: number): number {
    return (length / Math.max(p.distanceTo(this.camera.position), 1e-9)) * this.pixelsPerRadian;
  }
  get load(): { triangles: number; calls: number } {
    return { triangles: this.renderer.info.render.triangles, calls: this.renderer.info.render.calls };
  }
  get size(): { width: number; height: number } {
    return { width: this.width, height: this.height };
  }
}
