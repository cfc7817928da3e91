import { loadavg } from 'node:os';
import { describeComparisons, describeFigure, type Figure, HEADING, isOver } from './figure.ts';
import { runProcess } from './supervised-process.ts';

/** A part that runs in its own process: `args` are those of the module that `runParts` gets. */
export interface PartRun {
  name: string;
  args: readonly string[];
  /** Time limit, about three times what the part takes on two quiet cores. */
  minutes: number;
}

export interface PartsOutcome {
  /** Figures beyond their limit. */
  over: number;
  /** Parts that crashed or exceeded their time. */
  failed: number;
  isInterrupted: boolean;
}

/**
 * Runs parts one after another, each as a process of `module`, which sends its figures. SIGINT and SIGTERM end the
 * running part. Prints each part's time, and all figures in one table.
 */
export async function runParts(module: URL, parts: readonly PartRun[]): Promise<PartsOutcome> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const { name, args, minutes } of parts) {
    if (interrupted.signal.aborted) break;
    const started = performance.now();
    try {
      const limits = { limitMs: minutes * 60_000, signal: interrupted.signal };
      figures.push(...((await runProcess(module, args, limits)) as Figure[]));
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${name}: ${seconds} s, load ${loadavg()[0]!.toFixed(1)}`);
    } catch (error) {
      failed.push(name);
      console.error(`${name}: ${(error as Error).message}`);
    }
  }
  console.log(`\n${[HEADING, ...figures.map(describeFigure)].join('\n')}`);
  console.log(['', ...describeComparisons(figures)].join('\n'));
  const over = figures.filter(isOver).length;
  const missing = figures.filter(({ value }) => value === null).length;
  console.log(`\n${figures.length} figures, ${over} beyond their limit, ${missing} not measured`);
  if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
  return { over, failed: failed.length, isInterrupted: interrupted.signal.aborted };
}
