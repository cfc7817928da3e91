import type { z } from 'zod';
import type { SeededRandom } from '../../support/fuzz.ts';

/** Candidates of text fields, most telling first: ids by the name of a field, and everything else. */
export interface Words {
  /** Ids that exist, by the field that may name them: `galleryId`, `photoIds`. */
  byField: ReadonlyMap<string, readonly string[]>;
  any: readonly string[];
  /** Ids of rows that do not exist yet. */
  fresh: readonly string[];
}

/** The parts of Zod 4's definitions that are read here (zod.dev/packages/core). */
interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  entries?: Record<string, unknown>;
  values?: unknown[];
  in?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  getter?: () => z.ZodType;
}

const ATTEMPTS = 40;
const MAX_DEPTH = 6;
const MAX_ITEMS = 4;
/** Numbers at the limits of columns, dates and amounts. */
const NUMBERS = [
  0, 1, -1, 2, 3, 5, 7, 15, 24, 30, 59, 60, 90, 100, 180, 255, 480, 1000, 1440, 3600, 32_767, 65_536, 1e6,
  2_147_483_647, -2_147_483_648, 4_294_967_296, 9_007_199_254_740_991, -9_007_199_254_740_991, -2_208_988_800_000,
  4_102_444_800_000, 0.1, 0.5, 0.9, -0, 1e-300, 1e308,
];

/**
 * Returns a value that a schema accepts; undefined if none is found, such as for a text of a form that no word has.
 * @param field name of the property, by which ids are chosen
 */
export function valueOf(schema: z.ZodType, random: SeededRandom, words: Words, field = '', depth = 0): unknown {
  for (let left = ATTEMPTS; left > 0; left--) {
    const value = candidate(schema, random, words, field, depth);
    if (schema.safeParse(value).success) return value;
  }
  return undefined;
}

function candidate(schema: z.ZodType, random: SeededRandom, words: Words, field: string, depth: number): unknown {
  const def = (schema as unknown as { _zod: { def: Definition } })._zod.def;
  const inner = (type: z.ZodType, name = field) => valueOf(type, random, words, name, depth + 1);
  const few = (make: () => unknown) =>
    Array.from({ length: depth > MAX_DEPTH ? 0 : random.int(0, MAX_ITEMS) }, make).filter(
      (value) => value !== undefined,
    );
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!)
          .map(([name, type]) => [name, inner(type, name)])
          .filter(([, value]) => value !== undefined),
      );
    case 'array':
      return few(() => inner(def.element!, field.replace(/s$/, '')));
    case 'tuple':
      return def.items!.map((type) => inner(type));
    case 'record':
      return Object.fromEntries(few(() => [inner(def.keyType!), inner(def.valueType!)]) as [string, unknown][]);
    case 'union':
      return inner(random.pick(def.options!));
    case 'optional':
    case 'default':
    case 'prefault':
      return random.chance(0.3) ? undefined : inner(def.innerType!);
    case 'nullable':
      return random.chance(0.2) ? null : inner(def.innerType!);
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return inner(def.innerType!);
    case 'pipe':
      return inner(def.in!);
    case 'intersection':
      return { ...(inner(def.left!) as object), ...(inner(def.right!) as object) };
    case 'lazy':
      return depth > MAX_DEPTH ? null : inner(def.getter!());
    case 'enum':
      return random.pick(Object.values(def.entries!));
    case 'literal':
      return random.pick(def.values!);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'number':
    case 'int':
      return random.chance(0.7) ? random.pick(NUMBERS) : numberNear(random);
    case 'string':
      return textOf(random, words, field);
    default:
      return random.json(words.any, 2);
  }
}

const HOUR_MS = 3_600_000;

/** A time around now, or a small number. */
function numberNear(random: SeededRandom): number {
  return random.chance(0.5) ? Date.now() + random.int(-2000, 2000) * HOUR_MS : random.int(0, 500);
}

function textOf(random: SeededRandom, { byField, any }: Words, field: string): string {
  const own = byField.get(field);
  if (own && random.chance(0.85)) return random.pick(own);
  return random.chance(0.3) ? random.text() : random.pick(any);
}
