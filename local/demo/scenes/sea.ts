import { add, hex, mix, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise } from '../noise.ts';
import type { ScenePainter } from '../painting.ts';

const PALETTES = [
  { top: '4a6d96', horizon: 'f7cfa5', cloud: 'e7a48c', deep: '22384f', glow: 'ffd59a' },
  { top: '7fa6c4', horizon: 'dfeaee', cloud: 'f6f7f5', deep: '1f4a5c', glow: 'fffaf0' },
  { top: '3b3f66', horizon: 'f0997e', cloud: '8b5f7f', deep: '1d2138', glow: 'ffbd8a' },
  { top: '9db4bf', horizon: 'e9e4da', cloud: 'cfd3d2', deep: '46616b', glow: 'fff6e2' },
] as const;

/** A horizon with streaks of cloud, swell, and the sun's reflection. */
export const sea: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const palette = PALETTES[seed % PALETTES.length]!;
  const [top, horizon, cloud, deep, glow] = [
    palette.top,
    palette.horizon,
    palette.cloud,
    palette.deep,
    palette.glow,
  ].map(hex) as [Color, Color, Color, Color, Color];
  const level = 0.46 + 0.14 * random();
  const sun = { x: frame.aspect * (0.25 + 0.5 * random()), y: level - 0.05 - 0.13 * random() };
  const streaks = fractal(valueNoise(random), 6);
  const swell = fractal(valueNoise(random), 4);
  const sparkle = valueNoise(random);

  const sky = (x: number, y: number): Color => {
    let light = mix(top, horizon, smooth(0, level, y) ** 1.3);
    const height = Math.max(0.02, level - y);
    // Clouds get denser towards the horizon.
    const cover = smooth(0.46, 0.74, streaks(x * 1.6 + 0.6 / height, 1.5 / (height + 0.12)));
    light = mix(light, cloud, cover * 0.75 * smooth(0, 0.12, height));
    const distance = Math.hypot(x - sun.x, y - sun.y);
    return add(light, glow, 0.5 * Math.exp(-distance * 4.5) + 1.1 * smooth(0.03, 0.025, distance));
  };

  return (x, y) => {
    if (y < level) return sky(x, y);
    const depth = y - level;
    // Perspective: twice the depth in the image is half the distance.
    const far = 1 / (depth + 0.035);
    const wave = swell(x * far * 1.1, far * 3.2) - 0.5 + 0.35 * (swell(x * far * 3.4 + 40, far * 9) - 0.5);
    const mirrored = sky(x + wave * 0.06, level - depth * 0.75 - wave * 0.1);
    let light = mix(mirrored, deep, smooth(-0.05, 0.62, depth + wave * 0.25) * 0.86);
    light = add(light, [0.5, 0.56, 0.6], wave * 0.22 * smooth(0, 0.3, depth));
    const road = Math.exp(-(((x - sun.x) / (0.035 + depth * 0.42)) ** 2));
    const glints = smooth(0.66, 0.92, sparkle(x * far * 9, far * 26)) * road;
    return add(light, glow, glints * 0.85 + road * 0.16 * Math.exp(-depth * 3));
  };
};
