import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** True if a process of the group is running. */
function isGroupAlive(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  // If process 1 reaps no orphans (most containers), dead processes stay in their group as zombies.
  return process.platform !== 'linux' || statesIn(group).some((state) => state !== 'Z');
}

/** Returns the states of a group's processes, from proc_pid_stat(5): `pid (name) state parent group …`. */
function statesIn(group: number): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state = '', , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return Number(itsGroup) === group ? [state] : [];
      } catch {
        return [];
      }
    });
}

/** @returns false if the group no longer exists */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** Ends a whole group: sends `signal`, and SIGKILL after `graceMs`. */
export async function endGroup(group: number, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  signalGroup(group, signal);
  if (await goneWithin(group, graceMs)) return;
  signalGroup(group, 'SIGKILL');
  await goneWithin(group, 5000);
}

async function goneWithin(group: number, ms: number): Promise<boolean> {
  for (const deadline = Date.now() + ms; isGroupAlive(group); await delay(20)) {
    if (Date.now() > deadline) return false;
  }
  return true;
}
