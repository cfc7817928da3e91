/** Red, green and blue, 0–1; intermediate values may exceed 1. */
export type Color = readonly [number, number, number];

export function hex(code: string): Color {
  const value = Number.parseInt(code, 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function mix(a: Color, b: Color, t: number): Color {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

export function scale(color: Color, factor: number): Color {
  return [color[0] * factor, color[1] * factor, color[2] * factor];
}

/** Adds light. */
export function add(a: Color, b: Color, amount = 1): Color {
  return [a[0] + b[0] * amount, a[1] + b[1] * amount, a[2] + b[2] * amount];
}
