import { readdirSync, readFileSync } from 'node:fs';
import { memoryNow, processorTime } from './images/processor-time.ts';

/** Services of the stack by a word of their command lines. */
const SERVICES = {
  functions: /local\/lambda\/main/,
  decoders: /functions\/images\/decoder\/worker/,
  database: /postgres/,
  'zero-cache': /zero-cache|rocicorp/,
  storage: /local\/s3\/main/,
  edge: /local\/edge\/main/,
} as const;
export type Service = keyof typeof SERVICES;

/** Processes below this one by their service; a child without a name of its own is of its parent's. */
export function stackProcesses(): Map<number, Service> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1').replace(/^.*\) /s, '');
      const parent = Number(stat.split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process has ended.
    }
  }
  const found = new Map<number, Service>();
  const visit = (pid: number, of: Service | null) => {
    const service = serviceOf(pid) ?? of;
    if (service) found.set(pid, service);
    for (const child of children.get(pid) ?? []) visit(child, service);
  };
  for (const child of children.get(process.pid) ?? []) visit(child, null);
  return found;
}

function serviceOf(pid: number): Service | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    const entries = Object.entries(SERVICES) as [Service, RegExp][];
    return entries.find(([, pattern]) => pattern.test(command))?.[0] ?? null;
  } catch {
    return null;
  }
}

/** Milliseconds of processor time of each service so far, with its ended children. */
export function servicesSpent(): Record<Service, number> {
  return sumBy((pid) => processorTime(pid, { children: true }));
}

/** Megabytes of each service. */
export function servicesMemory(): Record<Service, number> {
  return sumBy(memoryNow);
}

function sumBy(measure: (pid: number) => number): Record<Service, number> {
  const sums = Object.fromEntries(Object.keys(SERVICES).map((name) => [name, 0])) as Record<Service, number>;
  for (const [pid, service] of stackProcesses()) {
    try {
      sums[service] += measure(pid);
    } catch {
      // The process has ended.
    }
  }
  return sums;
}
