// Bodies that are a few pixels large, one point each: an ellipse with the size, the form and the shade that the body has
// from where it is seen. It is the picture of the ellipsoid whose surface has the same second moments.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Matrix3,
  Matrix4,
  Points,
  ShaderMaterial,
  Vector3,
  type PerspectiveCamera,
} from 'three';

/// The middle of a surface, and the sum over the axes of the ellipsoid of a a'.
export interface Spread {
  centre: Vector3;
  moments: [number, number, number, number, number, number]; // xx, yy, zz, xy, xz, yz
}

/// Of triangles, weighted by area.
export function spreadOf(surfaces: { geometry: BufferGeometry; matrix: Matrix4 }[]): Spread | null {
  const corners = [new Vector3(), new Vector3(), new Vector3()];
  const middle = new Vector3();
  let area = 0;
  const first = new Vector3();
  const second = [0, 0, 0, 0, 0, 0];
  const add = (p: Vector3, weight: number): void => {
    const products = [p.x * p.x, p.y * p.y, p.z * p.z, p.x * p.y, p.x * p.z, p.y * p.z];
    products.forEach((x, i) => (second[i]! += weight * x));
  };
  for (const { geometry, matrix } of surfaces) {
    const positions = geometry.getAttribute('position');
    const index = geometry.getIndex();
    const count = index ? index.count : positions.count;
    for (let i = 0; i + 2 < count; i += 3) {
      corners.forEach((p, k) => p.fromBufferAttribute(positions, index ? index.getX(i + k) : i + k).applyMatrix4(matrix));
      const [p, q, r] = corners as [Vector3, Vector3, Vector3];
      const here = 0.5 * new Vector3().crossVectors(q.clone().sub(p), r.clone().sub(p)).length();
      middle.copy(p).add(q).add(r).divideScalar(3);
      area += here;
      first.addScaledVector(middle, here);
      for (const corner of corners) add(corner, here / 12);
      add(middle, (9 * here) / 12);
    }
  }
  if (!(area > 0)) return null;
  const centre = first.divideScalar(area);
  const c = [centre.x * centre.x, centre.y * centre.y, centre.z * centre.z, centre.x * centre.y, centre.x * centre.z, centre.y * centre.z];
  return { centre, moments: second.map((x, i) => 3 * (x / area - c[i]!)) as Spread['moments'] };
}

const vertexShader = `
attribute vec3 squares, products, tint;
uniform float perRadian, most;
varying vec3 shade, root;
varying float size;
void main() {
  vec4 at = modelViewMatrix * vec4(position, 1.0);
  mat3 turn = mat3(modelViewMatrix);
  vec3 right = vec3(turn[0][0], turn[1][0], turn[2][0]);
  vec3 up = vec3(turn[0][1], turn[1][1], turn[2][1]);
  mat3 spread = mat3(squares.x, products.x, products.y, products.x, squares.y, products.z, products.y, products.z, squares.z);
  float scale = perRadian / max(-at.z, 1e-6);
  float xx = dot(right, spread * right) * scale * scale + 0.3;
  float xy = dot(right, spread * up) * scale * scale;
  float yy = dot(up, spread * up) * scale * scale + 0.3;
  float half_difference = 0.5 * (xx - yy);
  float longest = sqrt(0.5 * (xx + yy) + sqrt(half_difference * half_difference + xy * xy));
  size = 2.0 * longest + 1.0;
  float first = sqrt(xx);
  root = vec3(first, xy / first, sqrt(max(yy - xy * xy / xx, 1e-3)));
  shade = tint;
  gl_Position = projectionMatrix * at;
  gl_PointSize = min(size, most);
}`;

const fragmentShader = `
uniform vec3 lamp;
uniform float opacity;
varying vec3 shade, root;
varying float size;
void main() {
  vec2 p = (gl_PointCoord - 0.5) * vec2(size, -size);
  vec2 q = vec2(p.x / root.x, 0.0);
  q.y = (p.y - root.y * q.x) / root.z;
  float away = dot(q, q);
  if (away > 1.0) discard;
  vec3 normal = vec3(q, sqrt(1.0 - away));
  float light = (1.3 + 2.1 * max(dot(normal, lamp), 0.0)) / 3.14159265;
  gl_FragColor = vec4(shade * light, opacity);
  #include <colorspace_fragment>
}`;

export class Impostors {
  readonly points: Points;
  private readonly material: ShaderMaterial;
  private readonly columns: { [name: string]: Float32Array };
  readonly bodies: Int32Array;
  private count = 0;

  constructor(most: number, private readonly opacity: number) {
    this.material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      transparent: opacity < 1,
      depthWrite: opacity >= 1,
      uniforms: {
        perRadian: { value: 1 },
        most: { value: 64 },
        lamp: { value: new Vector3(0, 0, 1) },
        opacity: { value: opacity },
      },
    });
    this.bodies = new Int32Array(most);
    const geometry = new BufferGeometry();
    this.columns = {};
    for (const name of ['position', 'squares', 'products', 'tint']) {
      this.columns[name] = new Float32Array(3 * most);
      geometry.setAttribute(name, new BufferAttribute(this.columns[name]!, 3));
    }
    this.points = new Points(geometry, this.material);
    this.points.frustumCulled = false;
    this.points.raycast = () => {}; // bodies that small are picked by their balls
    this.points.visible = false;
  }

  clear(): void {
    this.count = 0;
  }
  private readonly at = new Vector3();
  private readonly linear = new Matrix3();
  add(body: number, spread: Spread, matrix: Matrix4, colour: Color): void {
    const i = 3 * this.count;
    this.bodies[this.count++] = body;
    this.at.copy(spread.centre).applyMatrix4(matrix).toArray(this.columns.position!, i);
    colour.toArray(this.columns.tint!, i);
    // A M A'
    const a = this.linear.setFromMatrix4(matrix).elements;
    const [xx, yy, zz, xy, xz, yz] = spread.moments;
    const product = (r: number, c: number): number => {
      const [p, q, s] = [a[r]!, a[r + 3]!, a[r + 6]!];
      const [u, v, w] = [a[c]!, a[c + 3]!, a[c + 6]!];
      return p * (xx * u + xy * v + xz * w) + q * (xy * u + yy * v + yz * w) + s * (xz * u + yz * v + zz * w);
    };
    const { squares, products } = this.columns as { squares: Float32Array; products: Float32Array };
    squares[i] = product(0, 0);
    squares[i + 1] = product(1, 1);
    squares[i + 2] = product(2, 2);
    products[i] = product(0, 1);
    products[i + 1] = product(0, 2);
    products[i + 2] = product(1, 2);
  }
  finish(): void {
    this.points.visible = this.count > 0;
    this.points.geometry.setDrawRange(0, this.count);
    for (const name of Object.keys(this.columns)) this.points.geometry.getAttribute(name).needsUpdate = true;
  }
  get drawn(): number {
    return this.count;
  }

  setOpacity(opacity: number): void {
    this.material.transparent = this.opacity * opacity < 1;
    this.material.depthWrite = this.opacity * opacity > 0.95;
    this.material.uniforms.opacity!.value = this.opacity * opacity;
    this.material.needsUpdate = true;
  }
  /// `perRadian` in pixels of the buffer, the lamp as a direction in the world.
  beforeRender(camera: PerspectiveCamera, perRadian: number, lamp: Vector3): void {
    this.material.uniforms.perRadian!.value = perRadian;
    this.material.uniforms.lamp!.value.copy(lamp).normalize().transformDirection(camera.matrixWorldInverse);
  }
}
