import { readFileSync } from 'node:fs';

/** Linux counts a process's time in hundredths of a second (USER_HZ), threads that ended included. */
const TICK_MS = 10;

/** Milliseconds of processor that a process has used. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The most memory a process ever had resident, in megabytes. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))![1]) / 1024;
}
