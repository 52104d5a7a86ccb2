// Elements by id and by hand. Text always goes in as text, never as markup.

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  text = '',
): HTMLElementTagNameMap[K] {
  const out = document.createElement(tag);
  if (className) out.className = className;
  if (text) out.textContent = text;
  return out;
}

/// A name that may be of any length and direction.
export function nameElement(name: string, className = 'name'): HTMLElement {
  const out = element('bdi', className, clip(name, 120));
  out.title = clip(name, 1000);
  return out;
}

export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
