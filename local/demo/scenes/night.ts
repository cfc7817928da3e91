import { add, hex, mix, scale, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise } from '../noise.ts';
import type { ScenePainter } from '../painting.ts';

const CELLS = 46;

/** Stars above a dark ridge, and a lit hut. */
export const night: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const [zenith, low, dusk, ridgeColor] = ['0b1230', '27406b', 'a4695c', '05070d'].map(hex) as [
    Color,
    Color,
    Color,
    Color,
  ];
  const dust = fractal(valueNoise(random), 6);
  const land = fractal(valueNoise(random), 6);
  const bright = valueNoise(random);
  const tilt = 0.7 + 0.5 * random();
  const hut = frame.aspect * (0.3 + 0.4 * random());
  const columns = Math.ceil(frame.aspect * CELLS) + 1;
  // At most one star per cell, so that a pixel checks one cell.
  const stars = Array.from({ length: columns * (CELLS + 1) }, () => ({
    x: 0.15 + 0.7 * random(),
    y: 0.15 + 0.7 * random(),
    power: random() ** 13,
    warm: random(),
  }));
  const ridge = (x: number) => 0.8 - 0.16 * (land(x * 1.8, 4) - 0.4) - 0.03 * (1 - smooth(0, 0.5, Math.abs(x - hut)));

  return (x, y) => {
    let light = mix(mix(zenith, low, smooth(0.05, 0.8, y)), dusk, smooth(0.5, 0.95, y) * 0.6);
    const across = (x - frame.aspect * 0.5) * tilt + (y - 0.35) * 0.8;
    const band = Math.exp(-(across ** 2) * 14);
    const cloud = dust(x * 5, y * 5);
    light = add(light, [0.42, 0.4, 0.5], band * smooth(0.3, 0.75, cloud) * 0.75);
    light = scale(
      light,
      1 - 0.5 * band * smooth(0.55, 0.72, dust(x * 6 + 30, y * 6)) * smooth(0.2, 0.02, Math.abs(across)),
    );
    const [cx, cy] = [Math.floor(x * CELLS), Math.floor(y * CELLS)];
    const star = stars[cy * columns + cx];
    if (star) {
      const distance = Math.hypot(x * CELLS - cx - star.x, y * CELLS - cy - star.y);
      const shine = star.power * Math.exp(-((distance / (0.035 + 0.07 * star.power)) ** 2));
      light = add(light, mix([0.75, 0.85, 1], [1, 0.85, 0.7], star.warm), 2.2 * shine);
    }
    light = add(light, [0.6, 0.62, 0.7], smooth(0.86, 0.96, bright(x * 190, y * 190)) * 0.28 * (0.35 + band));
    const below = y - ridge(x);
    const cover = Math.min(1, Math.max(0, below / frame.pixel + 0.5));
    light = mix(light, scale(ridgeColor, 1 + land(x * 30, y * 30)), cover);
    const lamp = Math.hypot(x - hut, (y - ridge(hut) - 0.012) * 1.2);
    return add(light, [1, 0.66, 0.3], 1.5 * smooth(0.006, 0.003, lamp) + 0.16 * Math.exp(-lamp * 38));
  };
};
