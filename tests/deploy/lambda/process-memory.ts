import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../support/stack.ts';

/**
 * The most that a process and those below it have held so far, in bytes: the sum of their own peaks, so a little more
 * than Lambda would bill.
 */
export function peakMemoryOf(pid: number): number {
  return [pid, ...descendantsOf(pid)].reduce((sum, one) => sum + peakOf(one), 0);
}

function peakOf(pid: number): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
