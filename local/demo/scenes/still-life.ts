import { add, hex, mix, scale, type Color } from '../color.ts';
import { fractal, seeded, smooth, valueNoise, type Noise, type Random } from '../noise.ts';
import type { ScenePainter } from '../painting.ts';

const ROOMS = [
  { wall: '4a4f4c', table: '7a5b41', light: 'ffe9c8' },
  { wall: '8d8478', table: 'c9b79b', light: 'fff3de' },
  { wall: '3b3d49', table: '58443a', light: 'ffdfb5' },
  { wall: 'a9a79a', table: '8a6f58', light: 'fff6ea' },
] as const;
const GLAZES = ['d8d2c4', '7c8f97', 'b5674a', '3f4a45', 'e6ddcb', '93795c'];
const FRUITS = ['c8472f', 'd98a2b', 'b8a53a', '7d2f35', 'd9b44a'];

/** A solid of revolution: a radius for each height, lit from the left. */
interface Turned {
  x: number;
  base: number;
  height: number;
  /** Radius at a height of 0 (base) to 1 (rim). */
  radius: (t: number) => number;
  color: Color;
  gloss: number;
}

const TABLE = 0.66;

/** Pots and fruits on a table by a window. */
export const stillLife: ScenePainter = (frame, seed) => {
  const random = seeded(seed);
  const room = ROOMS[seed % ROOMS.length]!;
  const [wall, table, warm] = [room.wall, room.table, room.light].map(hex) as [Color, Color, Color];
  const cloth = fractal(valueNoise(random), 6);
  const things = arrange(frame.aspect, random);

  return (x, y) => {
    let light = y < TABLE ? wallAt(x, y, frame.aspect, wall, warm, cloth) : tableAt(x, y, table, warm, cloth);
    for (const thing of things) light = scale(light, 1 - 0.72 * shadowOf(thing, x, y));
    for (const thing of things) light = overlay(light, thing, x, y, warm, cloth, frame.pixel);
    return light;
  };
};

function arrange(aspect: number, random: Random): Turned[] {
  const pick = (list: readonly string[]) => hex(list[Math.floor(random() * list.length)]!);
  const centers = [0.3, 0.47, 0.62, 0.74].map((center) => aspect * (center + 0.05 * (random() - 0.5)));
  const pots = centers.slice(0, 3).map((x, i): Turned => {
    const height = 0.24 + 0.24 * random() - 0.05 * i;
    const belly = 0.07 + 0.04 * random();
    const neck = 0.3 + 0.35 * random();
    const radius = (t: number) =>
      belly *
      (0.62 +
        0.5 * Math.sin(Math.PI * (0.12 + 0.72 * t)) -
        (1 - neck) * 0.55 * smooth(0.55, 0.88, t) +
        0.09 * smooth(0.93, 1, t));
    return {
      x,
      base: TABLE + 0.07 + 0.07 * random(),
      height,
      radius,
      color: pick(GLAZES),
      gloss: 0.2 + 0.5 * random(),
    };
  });
  const fruits = Array.from({ length: 3 }, (): Turned => {
    const size = 0.042 + 0.014 * random();
    const radius = (t: number) => size * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2)) ** 0.92;
    return {
      x: aspect * (0.24 + 0.55 * random()),
      base: TABLE + 0.17 + 0.09 * random(),
      height: size * 1.9,
      radius,
      color: pick(FRUITS),
      gloss: 0.45,
    };
  });
  // Paints the objects in the back first.
  return [...pots, ...fruits].toSorted((a, b) => a.base - b.base);
}

function wallAt(x: number, y: number, aspect: number, wall: Color, warm: Color, cloth: Noise): Color {
  const glow = Math.exp(-(Math.hypot(x - aspect * 0.28, (y - 0.3) * 1.2) ** 2) * 2.6);
  const rough = 1 + 0.14 * (cloth(x * 4, y * 4) - 0.5) + 0.06 * (cloth(x * 50, y * 50) - 0.5);
  return scale(add(scale(wall, 0.42), [wall[0] * warm[0], wall[1] * warm[1], wall[2] * warm[2]], 0.8 * glow), rough);
}

function tableAt(x: number, y: number, table: Color, warm: Color, cloth: Noise): Color {
  const depth = y - TABLE;
  const grain = 1 + 0.24 * (cloth(x * 3 + 4 * cloth(x, y), (y + 0.3) * 46) - 0.5);
  const glow = 0.4 + 0.62 * Math.exp(-(((x - 0.35) / 0.75) ** 2)) * (1 - 0.5 * depth);
  const edge = smooth(0, 0.012, depth);
  return scale(
    mix(scale(table, 0.4), [table[0] * warm[0], table[1] * warm[1], table[2] * warm[2]], edge),
    glow * grain,
  );
}

/** Shadow away from the window, long and soft, darkest at the object's base. */
function shadowOf({ x, base, height, radius }: Turned, px: number, py: number): number {
  if (py < TABLE - 0.02) return 0;
  const wide = radius(0.35);
  const along = (px - x) / (wide + height * 0.75);
  const across = (py - base + 0.012 + along * 0.02) / (wide * 0.42);
  const cast = along > -0.25 ? Math.exp(-(across ** 2) * 1.6) * smooth(1.1, 0, along) * smooth(-0.25, 0.1, along) : 0;
  const contact = Math.exp(-((((px - x) / (wide * 0.95)) ** 2 + ((py - base) / (wide * 0.24)) ** 2) ** 1.5));
  return Math.min(1, cast * 0.75 + contact * 0.8) * smooth(TABLE - 0.01, TABLE + 0.01, py);
}

function overlay(under: Color, thing: Turned, px: number, py: number, warm: Color, cloth: Noise, pixel: number): Color {
  const { x, base, height, radius, color, gloss } = thing;
  // Seen from slightly above: the base is an ellipse.
  const across = (px - x) / Math.max(1e-4, radius(0.02));
  const foot = Math.abs(across) < 1 ? Math.sqrt(1 - across ** 2) * radius(0.02) * 0.24 : 0;
  const t = Math.max(0, (base - py) / height);
  if (t > 1 || py > base + foot) return under;
  const r = radius(t);
  const nx = (px - x) / r;
  if (Math.abs(nx) >= 1 + pixel / r) return under;
  const cover = Math.min(1, Math.max(0, ((1 - Math.abs(nx)) * r) / pixel + 0.5));
  const nz = Math.sqrt(Math.max(0, 1 - nx * nx));
  const slope = (radius(Math.min(1, t + 0.02)) - radius(Math.max(0, t - 0.02))) / (0.04 * height);
  // A body that widens upwards faces down, away from the light.
  const ny = -slope / Math.hypot(1, slope);
  const lambert = Math.max(0, -0.66 * nx * (1 - 0.4 * Math.abs(ny)) + 0.42 * nz + 0.45 * ny);
  const shine = gloss * Math.max(0, -0.5 * nx + 0.82 * nz + 0.2 * ny - 0.86) * 6;
  const fired = 1 + 0.16 * (cloth(px * 22, py * 22) - 0.5) + 0.08 * (cloth(px * 90, py * 90) - 0.5);
  const bounce = 0.12 * smooth(0.4, 0, t);
  const body = scale(color, (0.13 + bounce + 0.98 * lambert) * fired);
  return mix(under, add(body, warm, shine * 0.5), cover);
}
