import { add, hex, mix, scale, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise } from '../noise.ts';
import type { Frame, ScenePainter } from '../painting.ts';

const PALETTES = [
  { top: '5b7fa8', horizon: 'f6d9b8', haze: 'e4c3ae', near: '1d2a35', glow: 'ffd9a0' },
  { top: '34466b', horizon: 'e8927c', haze: 'c98a86', near: '17161f', glow: 'ffb27d' },
  { top: '8fb3c9', horizon: 'e8eef0', haze: 'c3d3da', near: '20343a', glow: 'fff4de' },
  { top: '2e5a78', horizon: 'bcd9dd', haze: '9fc0c8', near: '12252b', glow: 'f4fbf5' },
] as const;

const RIDGES = 7;

interface Ridge {
  /** Height of its edge for each column of the picture. */
  edge: Float32Array;
  color: Color;
  /** 0 far, 1 near. */
  nearness: number;
}

/** Mountain ranges in depth layers, each paler, with mist and a low sun. */
export const mountains: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const palette = PALETTES[seed % PALETTES.length]!;
  const [top, horizon, haze, near, glow] = [palette.top, palette.horizon, palette.haze, palette.near, palette.glow].map(
    hex,
  ) as [Color, Color, Color, Color, Color];
  const sun = { x: frame.aspect * (0.2 + 0.6 * random()), y: 0.3 + 0.12 * random() };
  const clouds = fractal(valueNoise(random), 5);
  const mist = fractal(valueNoise(random), 4);
  const grainOfStone = fractal(valueNoise(random), 4);
  const ridges = Array.from({ length: RIDGES }, (_none, i) =>
    makeRidge(frame, seed + i * 101, i / (RIDGES - 1), haze, near),
  );

  return (x, y) => {
    let light = mix(top, horizon, smooth(0, 0.55, y));
    const distance = Math.hypot(x - sun.x, y - sun.y);
    const veil = smooth(0.48, 0.8, clouds(x * 2.2, y * 7)) * (1 - smooth(0.35, 0.55, y));
    light = mix(light, add(horizon, glow, 0.25), veil * 0.55);
    light = add(light, glow, 0.55 * Math.exp(-distance * 5.5) + 0.9 * smooth(0.034, 0.028, distance));
    const column = Math.min(Math.floor(x / frame.pixel), Math.ceil(frame.aspect / frame.pixel));
    // Skips ranges behind the nearest one that covers this point.
    const nearest = ridges.findLastIndex(({ edge }) => y - edge[column]! > frame.pixel);
    for (const ridge of ridges.slice(Math.max(0, nearest))) {
      const below = y - ridge.edge[column]!;
      const cover = Math.min(1, Math.max(0, below / frame.pixel + 0.5));
      if (cover === 0) continue;
      const stone = 1 + 0.28 * ridge.nearness * (grainOfStone(x * 26, y * 40) - 0.5);
      const fog =
        smooth(0.01, 0.2, below) *
        (0.35 + 0.65 * mist(x * 2.5, y * 6 + ridge.nearness * 9)) *
        (1 - ridge.nearness) *
        0.95;
      const lit = add(ridge.color, glow, 0.1 * (1 - ridge.nearness) * Math.exp(-Math.abs(x - sun.x) * 2.5));
      light = mix(light, mix(scale(lit, stone), haze, fog), cover);
    }
    return light;
  };
};

function makeRidge({ aspect, pixel }: Frame, seed: number, nearness: number, haze: Color, near: Color): Ridge {
  const random = seeded(seed);
  const noise = valueNoise(random);
  const shape = fractal(noise, 6);
  const base = 0.4 + 0.52 * nearness ** 1.15;
  const height = 0.3 - 0.14 * nearness;
  const wide = 1.3 + 1.6 * nearness;
  const edge = Float32Array.from({ length: Math.ceil(aspect / pixel) + 1 }, (_none, column) => {
    const x = column * pixel;
    const peaks = 1 - Math.abs(2 * shape(x * wide + seed, 3.7) - 1) * 1.35;
    const trees = nearness > 0.8 ? firs(x, noise) * 0.022 * nearness : 0;
    return base - height * (peaks - 0.45) - trees;
  });
  return { edge, nearness, color: mix(mix(haze, near, 0.12), near, nearness ** 1.25) };
}

/** Conifer tops: narrow triangles of uneven height, close together. */
function firs(x: number, noise: (x: number, y: number) => number): number {
  const position = x * 62;
  const tree = Math.floor(position);
  const inside = 1 - Math.abs(2 * (position - tree) - 1);
  return inside ** 1.4 * (0.35 + noise(tree * 0.93, 8.2)) + 0.12 * noise(x * 420, 2);
}
