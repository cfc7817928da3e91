import { hex, mix, scale, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise } from '../noise.ts';
import type { ScenePainter } from '../painting.ts';

const WALLS = [
  { wall: 'c9b59c', shade: '5d5148', sun: 'fff0d2' },
  { wall: 'b9b8ae', shade: '4a5052', sun: 'fff6e6' },
  { wall: 'c69a7e', shade: '553a30', sun: 'ffe4bd' },
  { wall: '9fae9f', shade: '39433d', sun: 'fdf3d6' },
] as const;

/** Afternoon sun through a window on a plaster wall, with shadows of leaves. */
export const windowLight: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const palette = WALLS[seed % WALLS.length]!;
  const [wall, shade, sun] = [palette.wall, palette.shade, palette.sun].map(hex) as [Color, Color, Color];
  const plaster = fractal(valueNoise(random), 6);
  const leaves = fractal(valueNoise(random), 3);
  const slant = 0.25 + 0.25 * random();
  const left = frame.aspect * (0.22 + 0.2 * random());
  const width = 0.34 + 0.1 * random();
  const top = 0.12 + 0.1 * random();
  const height = 0.6;
  const floor = 0.9 + 0.04 * random();

  const pane = (position: number, count: number, soft: number) => {
    const inside = (position * count) % 1;
    const bar = 0.07 * count * 0.5;
    return smooth(bar - soft, bar + soft, inside) * smooth(1 - bar + soft, 1 - bar - soft, inside);
  };

  return (x, y) => {
    const onFloor = y > floor;
    const u = (x - left - (y - top) * slant * 0.35) / width;
    const v = (y - top + (x - left) * slant) / height;
    // Edges get softer with the distance from the window.
    const soft = 0.012 + 0.045 * Math.max(0, v);
    let light =
      smooth(-soft, soft, u) * smooth(1 + soft, 1 - soft, u) * smooth(-soft, soft, v) * smooth(1 + soft, 1 - soft, v);
    if (light > 0) light *= 0.12 + 0.88 * pane(Math.max(0, u), 2, soft) * pane(Math.max(0, v), 3, soft);
    const sway = leaves(x * 7 + 3 * plaster(x * 2, y * 2), y * 7 + 1.7);
    light *= 1 - 0.85 * smooth(0.5, 0.68, sway) * smooth(0.9, 0.1, v + (u - 0.4) * 0.5);
    const rough = 1 + 0.2 * (plaster(x * 5, y * 5) - 0.5) + 0.12 * (plaster(x * 40, y * 40) - 0.5);
    const fall = smooth(1.5, 0.1, Math.hypot(x - left - width / 2, (y - 0.4) * 1.1));
    const ambient = mix(scale(shade, 0.75), mix(shade, wall, 0.42), fall);
    const base = scale(
      mix(ambient, [wall[0] * sun[0] * 1.16, wall[1] * sun[1] * 1.12, wall[2] * sun[2] * 1.08], light),
      rough,
    );
    if (!onFloor) return scale(base, 1 - 0.3 * smooth(floor - 0.03, floor, y));
    const boards = 1 + 0.18 * (plaster(x * 2.2, y * 60) - 0.5);
    return scale(mix(scale(shade, 0.62), [0.52, 0.38, 0.26], 0.25 + 0.3 * light), boards);
  };
};
