/** A seeded generator of numbers in 0–1 (mulberry32): the same seed paints the same picture. */
export type Random = () => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth noise in 0–1 over a plane. */
export type Noise = (x: number, y: number) => number;

const TABLE = 256;

export function valueNoise(random: Random): Noise {
  const values = Float32Array.from({ length: TABLE * TABLE }, random);
  const at = (x: number, y: number) => values[(y & (TABLE - 1)) * TABLE + (x & (TABLE - 1))]!;
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const u = ease(x - column);
    const v = ease(y - row);
    const top = at(column, row) * (1 - u) + at(column + 1, row) * u;
    const bottom = at(column, row + 1) * (1 - u) + at(column + 1, row + 1) * u;
    return top * (1 - v) + bottom * v;
  };
}

/** Layers of noise, each twice as fine and half as strong: clouds, stone, plaster. */
export function fractal(noise: Noise, octaves: number): Noise {
  return (x, y) => {
    let sum = 0;
    let weight = 0.5;
    let scale = 1;
    for (let i = 0; i < octaves; i++) {
      sum += weight * noise(x * scale + i * 17.3, y * scale + i * 9.1);
      weight /= 2;
      scale *= 2;
    }
    return sum / (1 - weight * 2);
  };
}

const ease = (t: number) => t * t * (3 - 2 * t);

/** 0 below `from`, 1 above `to`, smooth between; `from` may be the larger. */
export function smooth(from: number, to: number, value: number): number {
  return ease(Math.min(1, Math.max(0, (value - from) / (to - from))));
}
