// A line around bodies that are pointed at: their surfaces once more, some pixels larger, seen from behind.

import { BackSide, BufferGeometry, Color, Group, Mesh, ShaderMaterial, Vector2, Vector3 } from 'three';
import type { Bodies } from './bodies';

const vertexShader = `
uniform vec3 centre;
uniform vec2 pixel;
uniform float width;
void main() {
  vec4 at = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  vec4 middle = projectionMatrix * modelViewMatrix * vec4(centre, 1.0);
  vec2 away = at.xy / at.w - middle.xy / middle.w;
  float far = length(away / pixel);
  if (far > 0.0) at.xy += away / far * width * at.w;
  gl_Position = at;
}`;
const fragmentShader = `
uniform vec3 colour;
void main() {
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`;

const partLimit = 300;

export class Outline {
  readonly group = new Group();
  private readonly geometries = new Map<string, BufferGeometry>(); // of the surfaces, by their keys
  private readonly pixel = new Vector2(1, 1);

  show(bodies: Bodies, chosen: { body: number; colour: Color }[]): void {
    for (const mesh of [...this.group.children] as Mesh[]) (mesh.material as ShaderMaterial).dispose();
    this.group.clear();
    for (const { body, colour } of chosen) {
      const middle = bodies.ball(body).centre;
      for (const drawing of bodies.drawingsOfBody(body).slice(0, partLimit)) {
        if (drawing.kind !== 'surface') continue;
        let geometry = this.geometries.get(drawing.key);
        if (!geometry) this.geometries.set(drawing.key, (geometry = drawing.make(0)));
        const mesh = new Mesh(geometry);
        mesh.matrixAutoUpdate = false;
        mesh.matrix.multiplyMatrices(bodies.matrix(body), drawing.matrix);
        const centre = middle.clone().applyMatrix4(mesh.matrix.clone().invert());
        mesh.material = new ShaderMaterial({
          vertexShader,
          fragmentShader,
          side: BackSide,
          depthTest: true,
          uniforms: {
            centre: { value: centre },
            pixel: { value: this.pixel },
            width: { value: 3 },
            colour: { value: new Vector3(colour.r, colour.g, colour.b) },
          },
        });
        mesh.frustumCulled = false;
        this.group.add(mesh);
      }
    }
  }
  setResolution(width: number, height: number): void {
    this.pixel.set(2 / width, 2 / height);
  }
}
