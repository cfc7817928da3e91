import { add, hex, mix, scale, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise } from '../noise.ts';
import type { ScenePainter } from '../painting.ts';

const PALETTES = [
  { fog: 'd7dfd8', glow: 'fff6da', bark: '1f2722', ground: '3d4a35' },
  { fog: 'c8d3dc', glow: 'f4fbff', bark: '1b232b', ground: '33423f' },
  { fog: 'e3cfae', glow: 'ffe9b8', bark: '2b2119', ground: '5a4428' },
] as const;

interface Trunk {
  x: number;
  lean: number;
  width: number;
  /** 0 far, 1 near. */
  nearness: number;
}

/** Width of the index's vertical strips, so that a pixel checks few trunks. */
const STRIP = 0.02;

/** A forest in fog: trunks in depth layers, with light between them. */
export const forest: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const palette = PALETTES[seed % PALETTES.length]!;
  const [fog, glow, bark, ground] = [palette.fog, palette.glow, palette.bark, palette.ground].map(hex) as [
    Color,
    Color,
    Color,
    Color,
  ];
  const leaves = fractal(valueNoise(random), 6);
  const skin = fractal(valueNoise(random), 4);
  const sun = { x: frame.aspect * (0.3 + 0.4 * random()), y: 0.18 };
  const trunks = Array.from({ length: 42 }, (): Trunk => {
    const nearness = random() ** 1.7;
    return {
      x: frame.aspect * (random() * 1.1 - 0.05),
      lean: 0.05 * (random() - 0.5),
      width: 0.006 + 0.04 * nearness ** 1.4,
      nearness,
    };
  }).toSorted((a, b) => a.nearness - b.nearness);

  const stands = Array.from({ length: Math.ceil(frame.aspect / STRIP) }, (_none, i) =>
    trunks.filter(
      ({ x, lean, width }) => Math.abs(x - (i + 0.5) * STRIP) < STRIP / 2 + 2 * width + Math.abs(lean) / 2 + 0.006,
    ),
  );

  return (x, y) => {
    const distance = Math.hypot(x - sun.x, (y - sun.y) * 0.9);
    const shafts = 0.5 + 0.5 * leaves(Math.atan2(x - sun.x, y + 0.35) * 9, 2);
    let light = add(
      mix(fog, scale(fog, 0.62), smooth(0.1, 1.1, distance)),
      glow,
      0.3 * Math.exp(-distance * 2.2) * shafts,
    );
    const floor = 0.74 + 0.05 * leaves(x * 3, 5);
    const earth = mix(light, scale(ground, 0.75 + 0.6 * leaves(x * 16, y * 30)), smooth(floor - 0.06, 1, y) * 0.95);
    light = mix(light, earth, smooth(floor - 0.1, floor + 0.06, y));
    for (const trunk of stands[Math.floor(x / STRIP)] ?? []) {
      const center = trunk.x + (y - 0.5) * trunk.lean + 0.006 * skin(y * 3, trunk.x * 9);
      const wide = trunk.width * (0.82 + 0.25 * y + 0.6 * smooth(0.0, 0.2, y - floor - 0.12 * trunk.nearness + 0.06));
      const across = (x - center) / wide;
      if (Math.abs(across) > 1.1 || y > floor + 0.14 * trunk.nearness) continue;
      const cover = Math.min(1, Math.max(0, ((1 - Math.abs(across)) * wide) / frame.pixel + 0.5));
      const rough = 1 + 0.7 * (skin(x * 70, y * 14) - 0.5);
      const rim = 0.35 * smooth(0.2, 1, across * Math.sign(sun.x - center)) * Math.exp(-distance * 1.6);
      const tone = mix(add(scale(bark, rough), glow, rim * 0.5), light, (1 - trunk.nearness) ** 1.3 * 0.9);
      light = mix(light, tone, cover);
    }
    const canopy = smooth(0.5, 0.7, leaves(x * 4.5, y * 5 + 20) + 0.25 * (0.34 - y)) * smooth(0.5, 0.05, y);
    return mix(light, scale(mix(bark, ground, leaves(x * 30, y * 30)), 0.9), canopy * 0.75);
  };
};
