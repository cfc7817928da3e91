import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from './start-error.ts';

/** Offset of each port from the base port. */
const OFFSETS = {
  edge: 0,
  mailbox: 1,
  auth: 2,
  s3: 3,
  functions: 4,
  zeroCache: 5,
  changeStreamer: 6,
  postgres: 7,
  smtp: 8,
  stripe: 9,
} as const;

export type PortName = keyof typeof OFFSETS;
export type Ports = Readonly<Record<PortName, number>>;

export const PORT_COUNT = Object.keys(OFFSETS).length;

/** Returns the two ports of a group's zero-cache; those after the first group's follow all others. */
export function zeroPorts(ports: Ports, at: number): Pick<Ports, 'zeroCache' | 'changeStreamer'> {
  const zeroCache = at === 0 ? ports.zeroCache : ports.edge + PORT_COUNT + 2 * (at - 1);
  return { zeroCache, changeStreamer: zeroCache + 1 };
}

export function portsFrom(base: number): Ports {
  const ports = Object.entries(OFFSETS).map(([name, offset]) => [name, base + offset]);
  return Object.fromEntries(ports) as Ports;
}

/** Returns the ports of all groups' zero-caches by name. */
export const groupPorts = (ports: Ports, groups: number): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Array.from({ length: groups }, (_, at) => zeroPorts(ports, at)).flatMap((of, at) =>
      Object.entries(of).map(([name, port]) => [at === 0 ? name : `${name} ${at + 1}`, port]),
    ),
  );

/**
 * @param patienceMs wait for used ports: processes of a crashed start take a moment to end
 * @throws StartError naming every used port and its service
 */
export async function requireFreePorts(ports: Readonly<Record<string, number>>, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const free = await Promise.all(Object.values(ports).map(isFree));
    const taken = Object.entries(ports).filter((_port, i) => !free[i]);
    if (taken.length === 0) return;
    if (Date.now() >= deadline) throw new StartError(takenMessage(taken));
    await delay(100);
  }
}

function takenMessage(taken: [string, number][]): string {
  const list = taken.map(([name, port]) => `  ${port} (${name})`).join('\n');
  return `Another program uses a port that is needed here:\n${list}\nEnd it, or choose other ports: npm start -- --port 4400`;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
