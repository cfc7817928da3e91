/** Seeded pseudo-random values, so that a failure can be repeated. */
export interface SeededRandom {
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A whole number between these, both included. */
  int(from: number, to: number): number;
  /** Text as users and attackers send it. */
  text(): string;
  /** JSON whose names and texts come from `words` half of the time. */
  json(words: readonly string[], depth?: number): unknown;
}

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '../../etc/passwd',
  "'; drop table accounts; --",
  '" or ""="',
  '<script>alert(1)</script>',
  '{{constructor.constructor("return 1")()}}',
  '%00',
  'a\u0000b',
  '\ud800',
  '\u202e\u200d\ufeff',
  'ñ€𝒳👩‍👩‍👧',
  'x'.repeat(5_000),
  '2026-13-45',
  'NaN',
  '$1',
];

/** mulberry32, by Tommy Ettinger: small, and random enough for fuzzing. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: SeededRandom = {
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    text: () => random.pick(NASTY),
    json(words, depth = 3) {
      const leaf = [null, true, 0, -1, 1e308, 0.5, random.text(), random.pick(words), random.pick(words)];
      const kind = depth === 0 ? 1 : next();
      if (kind > 0.75) return random.pick(leaf);
      const size = Math.floor(next() * 5);
      const values = Array.from({ length: size }, () => random.json(words, depth - 1));
      if (kind < 0.15) return values;
      return Object.fromEntries(
        values.map((value) => [random.chance(0.9) ? random.pick(words) : random.text(), value]),
      );
    },
  };
  return random;
}
