import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second (USER_HZ), threads that ended included. */
const TICK_MS = 10;

/** Milliseconds of processor that a process has used; with `children`, also those of its that have ended. */
export function processorTime(pid: number, { children = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ended = children ? Number(fields[13]) + Number(fields[14]) : 0;
  return (Number(fields[11]) + Number(fields[12]) + ended) * TICK_MS;
}

/** The most memory a process ever had resident, in megabytes. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;
}

/** Megabytes of memory that a process answers for now: its own, and its share of what others have too. Ended: none. */
export function memoryNow(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))![1]) / 1024;
  } catch {
    return 0;
  }
}

/** Whether a process has a library loaded whose path holds this. */
export function hasLoaded(pid: number, library: string): boolean {
  return readFileSync(`/proc/${pid}/maps`, 'latin1').includes(library);
}
