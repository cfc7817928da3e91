import { quantile } from './figure.ts';

/** Somebody who does the same as another; `spent` is the processor time it has used so far, in milliseconds. */
export type Contender = { run: () => Promise<unknown>; spent: () => number };

/** Time is counted in ticks of 10 ms: a turn takes as many runs as make it this long, and some at least. */
const TURN_MS = 400;
const LEAST_RUNS = 2;
const MOST_RUNS = 400;

/**
 * Processor time of a run of each contender, in milliseconds. They take turns, so that noise meets all alike, and each
 * turn of one has as many runs as every other of its own; the first, which warms them, says how many.
 */
export async function takeTurns(turns: number, contenders: Contender[]): Promise<number[]> {
  const runs: number[] = [];
  for (const { run, spent } of contenders) {
    await run();
    const before = spent();
    for (let count = 0; count < LEAST_RUNS; count++) await run();
    const once = Math.max(1, (spent() - before) / LEAST_RUNS);
    runs.push(Math.min(MOST_RUNS, Math.max(LEAST_RUNS, Math.ceil(TURN_MS / once))));
  }
  const taken = contenders.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { run, spent }] of contenders.entries()) {
      const before = spent();
      for (let count = 0; count < runs[index]!; count++) await run();
      taken[index]!.push((spent() - before) / runs[index]!);
    }
  }
  return taken.map((times) => quantile(times));
}
