// Which way x, y and z point, in the corner of the picture.

import { Vector3, type Camera } from 'three';

const colours = ['#d6453d', '#3f9b4a', '#3a7bd5'];

export class Axes {
  private readonly parts: { line: SVGLineElement; text: SVGTextElement; group: SVGGElement }[];

  constructor(private readonly svg: SVGSVGElement) {
    const make = <K extends keyof SVGElementTagNameMap>(tag: K): SVGElementTagNameMap[K] =>
      document.createElementNS('http://www.w3.org/2000/svg', tag);
    this.parts = ['x', 'y', 'z'].map((name, i) => {
      const group = make('g');
      const line = make('line');
      const text = make('text');
      line.setAttribute('stroke', colours[i]!);
      line.setAttribute('stroke-width', '2.5');
      line.setAttribute('stroke-linecap', 'round');
      text.setAttribute('fill', colours[i]!);
      text.setAttribute('text-anchor', 'middle');
      text.setAttribute('dominant-baseline', 'central');
      text.textContent = name;
      group.append(line, text);
      svg.append(group);
      return { line, text, group };
    });
  }

  update(camera: Camera): void {
    const turn = camera.quaternion.clone().invert();
    const ends = this.parts.map((_, i) => new Vector3().setComponent(i, 1).applyQuaternion(turn));
    const back = this.parts.map((_, i) => i).sort((p, q) => ends[p]!.z - ends[q]!.z);
    for (const i of back) {
      const { line, text, group } = this.parts[i]!;
      line.setAttribute('x2', (20 * ends[i]!.x).toFixed(2));
      line.setAttribute('y2', (-20 * ends[i]!.y).toFixed(2));
      text.setAttribute('x', (27 * ends[i]!.x).toFixed(2));
      text.setAttribute('y', (-27 * ends[i]!.y).toFixed(2));
      group.setAttribute('opacity', ends[i]!.z < -0.2 ? '0.55' : '1');
      this.svg.append(group);
    }
  }
}
