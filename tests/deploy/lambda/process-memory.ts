import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../support/stack.ts';

/**
 * Peak memory of a process and its descendants, in bytes: the sum of their own peaks, so a little more than Lambda
 * would bill.
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
