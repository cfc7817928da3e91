import type { RunningFunction } from './running-function.ts';

const MIB = 1024 * 1024;

/** Prints calls, duration and memory of each function, for choosing their sizes. */
export function tellFigures(functions: readonly RunningFunction[]): void {
  const lines = functions.map(({ deployed, lambda }) => {
    const { calls, coldStarts, peakBytes } = lambda.figures;
    const peak = `${(peakBytes / MIB).toFixed(0)} of ${deployed.memoryMb} MiB`;
    return `${deployed.name.padEnd(14)} ${String(calls).padStart(4)} calls ${String(coldStarts).padStart(3)} cold  ${peak}`;
  });
  console.log(lines.join('\n'));
}
