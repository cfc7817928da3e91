import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second (USER_HZ), including ended threads. */
const TICK_MS = 10;

/** Milliseconds of processor time of a process; with `children`, including its ended children. */
export function processorTime(pid: number, { children = false } = {}): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  const ended = children ? Number(fields[13]) + Number(fields[14]) : 0;
  return (Number(fields[11]) + Number(fields[12]) + ended) * TICK_MS;
}

/** Peak of a process's resident memory, in megabytes. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;
}

/** A process's proportional set size (PSS) in megabytes; 0 after its end. */
export function memoryNow(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))![1]) / 1024;
  } catch {
    return 0;
  }
}

/** Whether a process has loaded a library with this string in its path. */
export function hasLoaded(pid: number, library: string): boolean {
  return readFileSync(`/proc/${pid}/maps`, 'latin1').includes(library);
}
