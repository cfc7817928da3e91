import { quantile } from '../figure.ts';

/** One of several ways to do the same. `spent` is its processor time so far, in milliseconds. */
export type Candidate = { run: () => Promise<unknown>; spent: () => number };

/** Processor time is counted in ticks of 10 ms, so a turn has as many runs as take about this long. */
const TURN_MS = 400;
const MIN_RUNS = 2;
const MAX_RUNS = 400;

/**
 * Median processor time of a run of each candidate, in milliseconds. The candidates take turns, so that other load
 * affects all. A first turn warms each candidate and determines its number of runs in a turn.
 */
export async function takeTurns(turns: number, candidates: Candidate[]): Promise<number[]> {
  const runs: number[] = [];
  for (const { run, spent } of candidates) {
    await run();
    const before = spent();
    for (let count = 0; count < MIN_RUNS; count++) await run();
    const once = Math.max(1, (spent() - before) / MIN_RUNS);
    runs.push(Math.min(MAX_RUNS, Math.max(MIN_RUNS, Math.ceil(TURN_MS / once))));
  }
  const taken = candidates.map((): number[] => []);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, { run, spent }] of candidates.entries()) {
      const before = spent();
      for (let count = 0; count < runs[index]!; count++) await run();
      taken[index]!.push((spent() - before) / runs[index]!);
    }
  }
  return taken.map((times) => quantile(times));
}
