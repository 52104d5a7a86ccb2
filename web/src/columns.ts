// Rows of numbers of the data block: little-endian bytes in base64.

/// What is wrong with the data of the page.
export class PageError extends Error {}

function bytes(text: unknown, name: string): ArrayBuffer {
  if (typeof text !== 'string') throw new PageError(`${name} is missing`);
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    throw new PageError(`${name} is not base64`);
  }
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) out[i] = binary.charCodeAt(i);
  return out.buffer;
}

export function column<T extends { length: number }>(
  type: { new (buffer: ArrayBuffer): T; BYTES_PER_ELEMENT: number },
  text: unknown,
  name: string,
  length?: number,
): T {
  const buffer = bytes(text, name);
  if (buffer.byteLength % type.BYTES_PER_ELEMENT !== 0) throw new PageError(`${name} is cut off`);
  const out = new type(buffer);
  if (length !== undefined && out.length !== length)
    throw new PageError(`${name} has ${out.length} numbers, ${length} were expected`);
  return out;
}
