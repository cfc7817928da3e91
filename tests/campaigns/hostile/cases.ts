import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { seededRandom, type SeededRandom } from '../../support/fuzz.ts';

/** Folder of the inputs that caused a fault. */
const KEPT = resolve(import.meta.dirname, '../../../.build/campaigns/hostile');
/** Faults of a part that are printed and kept; a systematic one would fill the disk. */
const MAX_KEPT = 50;
/** Letters of a fault that are printed. */
const MAX_PRINTED = 500;

/** Random choices of one case, so that its number alone repeats it. */
export function caseRandom(seed: number, number: number): SeededRandom {
  return seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
}

/** The faults that a part has found. */
export interface Faults {
  readonly count: number;
  /** Prints a fault, and keeps its input. */
  add(fault: { number: number; what: string; input: Buffer | string }): void;
}

export function collectFaults(part: string, seed: number): Faults {
  let count = 0;
  return {
    get count() {
      return count;
    },
    add({ number, what, input }) {
      count += 1;
      if (count > MAX_KEPT) return;
      mkdirSync(KEPT, { recursive: true });
      const file = resolve(KEPT, `${part}-${seed}-${number}`);
      writeFileSync(file, input);
      console.error(`${part}: seed ${seed}, case ${number}: ${what.slice(0, MAX_PRINTED)}; kept as ${file}`);
    },
  };
}

/** An answer that takes longer counts as a hang, in milliseconds. */
const HANG_MS = 60_000;

/** @throws Error if nothing arrives in time */
export async function answerWithin<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('hangs')), HANG_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counts one more of a name. */
export function tally(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The counts as text, the most frequent first. */
export function countsOf(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${name} ${count}`).join(', ');
}
