import { readlinkSync, writeFileSync } from 'node:fs';
import { peakMemory } from '../../bench/images/processor-time.ts';
import { descendantsOf } from '../../support/stack.ts';

const WATCH_MS = 25;

/** Memory that one file takes: of this process, in which the services run, and of the processes that read it. */
export interface MemoryWatch {
  /** Starts to measure this process. */
  start(): void;
  /** Megabytes since `start`: the growth of this process, and the highest peak of a reader. */
  taken(): number;
  close(): void;
}

export function watchMemory(): MemoryWatch {
  let [before, highest] = [0, 0];
  const look = () => {
    for (const pid of descendantsOf(process.pid)) if (isReader(pid)) highest = Math.max(highest, peakOf(pid));
  };
  const timer = setInterval(look, WATCH_MS).unref();
  return {
    start() {
      // Linux sets a process's peak to its present memory (proc_pid_clear_refs(5)).
      writeFileSync('/proc/self/clear_refs', '5');
      before = peakOf(process.pid);
      highest = 0;
    },
    taken() {
      look();
      return highest + peakOf(process.pid) - before;
    },
    close: () => clearInterval(timer),
  };
}

/** Readers run Node; PostgreSQL's processes do not. */
function isReader(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === process.execPath;
  } catch {
    return false;
  }
}

/** 0 for a process that has just ended. */
function peakOf(pid: number): number {
  try {
    return peakMemory(pid);
  } catch {
    return 0;
  }
}
