// Planes and half-spaces: a grid that fades out, since they have no end. The solid side of a half-space is filled.

import { Color, DoubleSide, Matrix4, Mesh, PlaneGeometry, Quaternion, ShaderMaterial, Vector3 } from 'three';
import type { Frame } from './frame';
import type { Grid } from './drawing';
import { roundUp } from './numbers';

const vertexShader = `
varying vec2 at;
void main() {
  at = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = `
uniform vec3 tint, ink;
uniform float cell, reach, fill, strength;
uniform vec2 shift;
varying vec2 at;
float lines(vec2 p, float size) {
  vec2 q = p / size;
  vec2 d = abs(fract(q - 0.5) - 0.5) / fwidth(q);
  return 1.0 - min(min(d.x, d.y), 1.0);
}
void main() {
  float away = length(at) / reach;
  float fade = 1.0 - smoothstep(0.25, 1.0, away);
  float line = max(0.45 * lines(at + shift, cell), 0.9 * lines(at + shift, 5.0 * cell));
  float alpha = (fill + (1.0 - fill) * line * strength) * fade;
  gl_FragColor = vec4(mix(tint, ink, line * 0.35), alpha);
  #include <colorspace_fragment>
}`;

export interface GridMesh {
  mesh: Mesh;
  place(body: Matrix4, frame: Frame, colour: Color, ghost: boolean): void;
  setTheme(dark: boolean): void;
  corners(): Vector3[];
}

export function makeGrid(grid: Grid): GridMesh {
  const material = new ShaderMaterial({
    vertexShader,
    fragmentShader,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    uniforms: {
      tint: { value: new Color() },
      ink: { value: new Color() },
      cell: { value: 1 },
      reach: { value: 1 },
      fill: { value: grid.solid ? 0.32 : 0.1 },
      strength: { value: 0.55 },
      shift: { value: [0, 0] },
    },
  });
  const mesh = new Mesh(new PlaneGeometry(1, 1), material);
  mesh.renderOrder = -1;
  mesh.frustumCulled = false;
  return {
    mesh,
    place(body, frame, colour, ghost) {
      const normal = grid.normal.clone().transformDirection(body);
      const at = grid.at.clone().applyMatrix4(body);
      const offset = normal.dot(at);
      const reach = 2.6 * frame.radius;
      const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal);
      // The middle of the picture is the foot of the middle of the scene; the lines stay with the body.
      const middle = normal.clone().multiplyScalar(offset);
      const shift = middle.clone().sub(at).applyQuaternion(turn.clone().invert());
      const cell = roundUp((0.1 * frame.radius) / frame.scale) * frame.scale;
      mesh.geometry.dispose();
      mesh.geometry = new PlaneGeometry(2 * reach, 2 * reach);
      mesh.position.copy(middle);
      mesh.quaternion.copy(turn);
      material.uniforms.tint!.value.copy(colour);
      material.uniforms.cell!.value = cell;
      material.uniforms.reach!.value = reach;
      material.uniforms.shift!.value = [shift.x % (5 * cell), shift.y % (5 * cell)];
      material.uniforms.strength!.value = ghost ? 0.15 : 0.55;
      material.uniforms.fill!.value = (grid.solid ? 0.32 : 0.1) * (ghost ? 0.3 : 1);
    },
    setTheme(dark) {
      material.uniforms.ink!.value.set(dark ? 0xffffff : 0x000000);
    },
    corners() {
      mesh.updateMatrixWorld();
      const positions = mesh.geometry.getAttribute('position');
      return Array.from({ length: positions.count }, (_, i) =>
        new Vector3().fromBufferAttribute(positions, i).applyMatrix4(mesh.matrixWorld),
      );
    },
  };
}
