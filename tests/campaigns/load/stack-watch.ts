import { readdirSync, readFileSync } from 'node:fs';
import type { Figure } from '../../bench/figure.ts';
import { memoryNow, processorTime } from '../../bench/images/processor-time.ts';
import type { Studio } from '../../bench/studio.ts';
import { descendantsOf } from '../../support/stack.ts';

/** Interval between two looks at the database's connections, in milliseconds. */
const LOOK_MS = 500;
const GENERATOR = 'load generator';

/**
 * Watches the services from now on. The returned function ends it and returns figures: each service's processor time as
 * a share of one core (at 100 % a service with one thread is the bottleneck), its memory, the machine's, and the most
 * connections to PostgreSQL.
 */
export function watchStack(bar: string, { stack, database }: Studio): () => Promise<Figure[]> {
  const [started, before, idleBefore] = [performance.now(), serviceTimes(stack.supervisor.pid!), machineIdleMs()];
  let [connections, active, waiting] = [0, 0, 0];
  let looking = Promise.resolve();
  const look = async () => {
    const { rows } = await database.query<{ all: number; active: number; waiting: number }>(
      `select count(*)::int as all, count(*) filter (where state = 'active')::int as active,
         count(*) filter (where wait_event_type = 'Lock')::int as waiting
       from pg_stat_activity where backend_type = 'client backend'`,
    );
    connections = Math.max(connections, rows[0]!.all);
    active = Math.max(active, rows[0]!.active);
    waiting = Math.max(waiting, rows[0]!.waiting);
  };
  const timer = setInterval(() => void (looking = looking.then(look).catch(() => {})), LOOK_MS);
  return async () => {
    clearInterval(timer);
    await looking;
    const ms = performance.now() - started;
    const after = serviceTimes(stack.supervisor.pid!);
    const shares = [...after].map(([name, { cpuMs, pids }]) => ({
      name,
      share: (100 * (cpuMs - (before.get(name)?.cpuMs ?? 0))) / ms,
      memory: pids.reduce((sum, pid) => sum + memoryNow(pid), 0),
    }));
    const busiest = shares.toSorted((a, b) => b.share - a.share);
    const [bottleneck] = busiest.filter(({ name }) => name !== GENERATOR);
    console.log(`${bar}: the busiest service is ${bottleneck?.name}, ${bottleneck?.share.toFixed(0)} % of a core`);
    const figure = (what: string, value: number, unit: string): Figure => ({ bar, what, value, limit: null, unit });
    return [
      ...busiest.map(({ name, share }) => figure(`processor time, ${name}`, share, '% of a core')),
      figure(
        'processor time of all that runs here',
        (100 * (CORES * ms - machineIdleMs() + idleBefore)) / ms,
        '% of a core',
      ),
      ...busiest.map(({ name, memory }) => figure(`memory, ${name}`, memory, 'MB')),
      figure('connections to PostgreSQL, most', connections, 'connections'),
      figure('of them running a statement, most', active, 'connections'),
      figure('of them waiting for a lock, most', waiting, 'connections'),
    ];
  };
}

interface ServiceTime {
  cpuMs: number;
  pids: number[];
}

/** Processor time of each service with its children, and of this process, by the supervisor's children. */
function serviceTimes(supervisor: number): Map<string, ServiceTime> {
  const times = new Map<string, ServiceTime>([[GENERATOR, { cpuMs: processorTime(process.pid), pids: [process.pid] }]]);
  for (const pid of descendantsOf(supervisor)) {
    const name = serviceName(pid);
    if (!name) continue;
    const pids = [pid, ...descendantsOf(pid)];
    const cpuMs = pids.reduce((sum, one) => sum + timeOf(one), 0);
    // There may be several zero-caches.
    const others = times.get(name);
    times.set(name, { cpuMs: cpuMs + (others?.cpuMs ?? 0), pids: [...pids, ...(others?.pids ?? [])] });
  }
  return times;
}

/** Returns the name of a service by the command of its first process; null for its children. */
function serviceName(pid: number): string | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
    if (/zero\/src\/cli\.js/.test(command)) return 'zero-cache';
    if (/bin\/postgres /.test(command)) return 'PostgreSQL';
    const [, room] = /\/local\/(\w+)\/main\.ts/.exec(command) ?? [];
    return room === 'lambda' ? 'function host' : (room ?? null);
  } catch {
    return null;
  }
}

function timeOf(pid: number): number {
  try {
    return processorTime(pid, { children: true });
  } catch {
    return 0;
  }
}

const CORES = readdirSync('/sys/devices/system/cpu').filter((name) => /^cpu\d+$/.test(name)).length;

/** Idle time of all cores since the machine's start, in milliseconds: the fourth and fifth number of /proc/stat. */
function machineIdleMs(): number {
  const [, ...ticks] = readFileSync('/proc/stat', 'latin1').split('\n')[0]!.trim().split(/\s+/);
  return (Number(ticks[3]) + Number(ticks[4])) * 10;
}
