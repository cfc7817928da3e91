import { groupSuffix, ONE_GROUP, parseSyncGroups, type SyncGroup } from '#core/domain/studio/sync-groups.ts';
import { CommandError } from '../lib/command.ts';
import { reasonOf } from '../lib/reason.ts';
import { SYNC_PATH } from './socket-probe.ts';
import type { DeployWorld } from './world.ts';

/** Valid paths of a studio and an image that do not exist. */
const NO_STUDIO = '/api/p/nobody-has-this-address';
const NO_PICTURE = `/api/images/${'0'.repeat(26)}/${'0'.repeat(24)}.jpg`;

/** Number of attempts and the pause between them: a new DNS name, certificate or container needs time. */
const TRIES = 12;
const PAUSE_MS = 10_000;
/** Timeout of one response. */
const ANSWER_MS = 20_000;

interface Probe {
  name: string;
  path: string;
  /** Returns the problem of a response; '' if there is none. */
  problem: (response: Response, body: string) => string;
}

const SOCKET = 'sockets of zero-cache';

const zeroProbe = ({ number }: SyncGroup): Probe => ({
  name: 'zero-cache',
  path: `/zero${groupSuffix(number)}/keepalive`,
  problem: (response) => status(response, 200),
});

const PROBES: readonly Probe[] = [
  {
    name: 'the page, with its policy',
    path: '/',
    problem: (response, body) =>
      status(response, 200) ||
      (response.headers.get('content-security-policy')?.includes("default-src 'self'")
        ? ''
        : 'no content security policy') ||
      (assetIn(body) ? '' : 'no script of ours in it'),
  },
  {
    name: 'the API, in our own words',
    path: NO_STUDIO,
    problem: (response, body) => status(response, 404) || (codeIn(body) === 'not_found' ? '' : 'not our error body'),
  },
  {
    name: 'pictures, closed without a token',
    path: NO_PICTURE,
    problem: (response) => status(response, 403),
  },
];

type SmokeWorld = Pick<DeployWorld, 'fetch' | 'sleep' | 'print' | 'socket'>;

/**
 * Requests an endpoint of each part of the deployed origin. Changes nothing and needs no account.
 * @param groups of studios, with a zero-cache each
 * @throws CommandError naming every part that still fails after the retries
 */
export async function smokeTest(origin: string, world: SmokeWorld, groups = parseSyncGroups(ONE_GROUP)): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const problems = await probeAll(origin, world, groups);
    if (problems.length === 0)
      return world.print(
        `${origin} answers: ${PROBES.map(({ name }) => name).join('; ')}; zero-cache; assets; ${SOCKET}`,
      );
    if (attempt === TRIES) throw new CommandError(`${origin} does not answer as it must:\n${problems.join('\n')}`);
    world.print(`not yet (${attempt} of ${TRIES}): ${problems[0]}`);
    await world.sleep(PAUSE_MS);
  }
}

async function probeAll(
  origin: string,
  { fetch, socket }: SmokeWorld,
  groups: readonly SyncGroup[],
): Promise<string[]> {
  const found = await Promise.all([
    ...[...PROBES, ...groups.map(zeroProbe)].map((probe) => ask(origin, probe, fetch)),
    assets(origin, fetch),
    ...groups.map((group) => sockets(origin, socket, group)),
  ]);
  return found.filter((problem) => problem !== '');
}

async function ask(origin: string, { name, path, problem }: Probe, fetch: DeployWorld['fetch']): Promise<string> {
  try {
    const response = await fetch(origin + path, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    const found = problem(response, await response.text());
    return found === '' ? '' : `  ${name} (${path}): ${found}`;
  } catch (error) {
    return `  ${name} (${path}): no answer, ${reasonOf(error)}`;
  }
}

/** Checks that the page's assets exist and are cached permanently. */
async function assets(origin: string, fetch: DeployWorld['fetch']): Promise<string> {
  let path = '';
  const page: Probe = {
    name: 'assets',
    path: '/',
    problem: (_, body) => ((path = assetIn(body)), path ? '' : 'none named'),
  };
  const missing = await ask(origin, page, fetch);
  if (missing) return missing;
  const kept = (response: Response) => (response.headers.get('cache-control')?.includes('immutable') ? '' : 'not kept');
  return ask(origin, { name: 'assets', path, problem: (response) => status(response, 200) || kept(response) }, fetch);
}

/** Checks the WebSocket of the back office's sync, which a healthy health check does not prove. */
async function sockets(origin: string, socket: SmokeWorld['socket'], { number }: SyncGroup): Promise<string> {
  const path = SYNC_PATH.replace('/zero', `/zero${groupSuffix(number)}`);
  const found = await socket(origin.replace(/^http/, 'ws') + path, ANSWER_MS);
  return found === '' ? '' : `  ${SOCKET} (${path}): ${found}`;
}

const status = (response: Response, expected: number) =>
  response.status === expected ? '' : `status ${response.status}, not ${expected}`;

const assetIn = (html: string) => /<script[^>]+src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';

function codeIn(body: string): unknown {
  try {
    return (JSON.parse(body) as { error?: { code?: unknown } }).error?.code;
  } catch {
    return undefined;
  }
}
