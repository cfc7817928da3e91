import type { SeededRandom } from '../../support/fuzz.ts';

/** A file format as the mutations see it. */
export interface Format {
  name: string;
  /** Valid files. */
  seeds: readonly Buffer[];
  /** Cuts a file at the boundaries of its structure: segments, chunks, boxes, tables, lines. Joined they are the file. */
  split(bytes: Buffer): Buffer[];
  /** Restores checksums and lengths, so that a mutation reaches the code behind their check. */
  repair?(bytes: Buffer): Buffer;
  /** Puts a block into a file; by default the block is the file. */
  wrap?(block: Buffer): Buffer;
}

export interface Mutant {
  bytes: Buffer;
  /** Names of the mutations, in order. */
  kinds: string[];
}

type Parts = Buffer[];
type Mutation = (parts: Parts, random: SeededRandom, format: Format) => Parts;

/** Values at the limits of fields of one, two and four bytes. */
const LIMITS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];

/** Length in bytes of a part's start in which its lengths, counts and offsets are. */
const HEADER_BYTES = 32;
/** Repetitions of a part; with 64 KB parts the file stays below the limits of every upload. */
const MAX_REPEATS = 40;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  bits: changed((part, random) => {
    for (let times = random.int(1, 8); times > 0; times--)
      part[random.int(0, part.length - 1)]! ^= 1 << random.int(0, 7);
  }),
  field: changed((part, random) => {
    const width = random.pick([1, 2, 4] as const);
    const end = Math.min(part.length, random.chance(0.8) ? HEADER_BYTES : part.length) - width;
    if (end < 0) return;
    const value = random.chance(0.8) ? random.pick(LIMITS) : random.int(0, 2 ** 31);
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    const bytes = number.subarray(4 - width);
    part.set(random.chance(0.5) ? bytes : Buffer.from(bytes).reverse(), random.int(0, end));
  }),
  fill: changed((part, random) => {
    const from = random.int(0, part.length - 1);
    part.fill(random.pick([0, 0xff, 0x20]), from, random.int(from, part.length));
  }),
  remove: (parts, random) => parts.toSpliced(random.int(0, parts.length - 1), 1),
  repeat: (parts, random) => {
    const at = random.int(0, parts.length - 1);
    return parts.toSpliced(at, 0, ...Array<Buffer>(random.int(1, MAX_REPEATS)).fill(parts[at]!));
  },
  swap: (parts, random) => {
    const [a, b] = [random.int(0, parts.length - 1), random.int(0, parts.length - 1)];
    return parts.with(a, parts[b]!).with(b, parts[a]!);
  },
  cut: (parts, random) => {
    const at = random.int(0, parts.length - 1);
    const rest = parts[at]!.subarray(0, random.int(0, parts[at]!.length));
    return [...parts.slice(0, at), rest];
  },
  insert: (parts, random) => {
    const noise = Buffer.from(Array.from({ length: random.int(1, 64) }, () => random.int(0, 255)));
    return parts.toSpliced(random.int(0, parts.length), 0, noise);
  },
  splice: (parts, random, format) => {
    const others = format.split(random.pick(format.seeds));
    return parts.with(random.int(0, parts.length - 1), random.pick(others));
  },
  append: (parts, random, format) => [...parts, random.pick(format.seeds)],
};
const NAMES = Object.keys(MUTATIONS);

/** Returns a seed file with one to four mutations; four of five are repaired where the format can be. */
export function mutate(format: Format, random: SeededRandom): Mutant {
  let parts: Parts = format.split(random.pick(format.seeds));
  const kinds = Array.from({ length: random.int(1, 4) }, () => random.pick(NAMES));
  for (const kind of kinds) {
    if (parts.length > 0) parts = MUTATIONS[kind]!(parts, random, format);
  }
  const mutated = Buffer.concat(parts);
  const repaired = format.repair && random.chance(0.8) ? format.repair(mutated) : mutated;
  return { bytes: format.wrap?.(repaired) ?? repaired, kinds };
}

/** A mutation within one part. */
function changed(change: (part: Buffer, random: SeededRandom) => void): Mutation {
  return (parts, random) => {
    const at = random.int(0, parts.length - 1);
    const part = Buffer.from(parts[at]!);
    if (part.length > 0) change(part, random);
    return parts.with(at, part);
  };
}
