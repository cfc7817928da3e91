import { hex, mix, scale, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise } from '../noise.ts';
import type { ScenePainter } from '../painting.ts';

const PALETTES = [
  { top: '6f9cc0', horizon: 'f2e2c9', lit: 'e8b17a', shade: '8a4f37' },
  { top: '43557f', horizon: 'f3b48e', lit: 'd98c5c', shade: '51303a' },
  { top: '8aa7b5', horizon: 'eee6d8', lit: 'dcc3a0', shade: '83705f' },
] as const;

/** Dunes in low light: each has a bright and a dark flank, with ripples in grazing light. */
export const dunes: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const palette = PALETTES[seed % PALETTES.length]!;
  const [top, horizon, lit, shade] = [palette.top, palette.horizon, palette.lit, palette.shade].map(hex) as [
    Color,
    Color,
    Color,
    Color,
  ];
  const sand = fractal(valueNoise(random), 5);
  const layers = Array.from({ length: 5 }, (_none, i) => {
    const shape = fractal(valueNoise(seeded(seed + 57 * i)), 2);
    const spine = fractal(valueNoise(seeded(seed + 91 * i)), 2);
    return { shape, spine, nearness: i / 4, phase: random() * 40 };
  });

  return (x, y) => {
    let light = mix(top, horizon, smooth(0, 0.48, y));
    for (const { shape, spine, nearness, phase } of layers) {
      const wide = 1.5 - 0.7 * nearness;
      const at = x * wide + phase;
      const crest = 0.42 + 0.42 * nearness - (0.2 - 0.02 * nearness) * (shape(at, 1) - 0.35);
      const below = y - crest;
      const cover = Math.min(1, Math.max(0, below / frame.pixel + 0.5));
      if (cover === 0) continue;
      // The ridge line meanders down from the crest and separates light from shadow.
      const parted =
        spine(at * 0.8 + below * (1.9 + nearness), below * 0.7 + phase) -
        0.5 +
        0.5 * (shape(at + 0.06, 1) - shape(at - 0.06, 1)) * 6;
      const flank = smooth(-0.05, 0.05, parted);
      const ripple = Math.sin((below * (260 - 150 * nearness) + 9 * sand(x * 7, y * 7)) * 1.2 + x * 26);
      const grazed =
        1 +
        0.05 * ripple * nearness * (0.3 + 0.7 * flank) * smooth(0.02, 0.12, below) +
        0.1 * (sand(x * 60, y * 60) - 0.5);
      const face = mix(shade, lit, flank * (0.75 + 0.25 * smooth(0.35, 0, below)));
      light = mix(light, mix(scale(face, grazed), horizon, (1 - nearness) ** 2 * 0.5), cover);
    }
    return light;
  };
};
