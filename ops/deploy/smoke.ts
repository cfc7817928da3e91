import { CommandError } from '../lib/command.ts';
import { SYNC_PATH } from './socket-probe.ts';
import type { DeployWorld } from './world.ts';

/** A studio and a picture of the right form that nobody has. */
const NO_STUDIO = '/api/p/nobody-has-this-address';
const NO_PICTURE = `/api/images/${'0'.repeat(26)}/${'0'.repeat(24)}.jpg`;

/** A new name, certificate or container takes a while: so often, and so long in between. */
const TRIES = 12;
const PAUSE_MS = 10_000;
/** Until one answer is given up. */
const ANSWER_MS = 20_000;

interface Probe {
  name: string;
  path: string;
  /** What is wrong with the answer; empty when nothing is. */
  problem: (response: Response, body: string) => string;
}

const SOCKET = 'sockets of zero-cache';

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
  { name: 'zero-cache', path: '/zero/keepalive', problem: (response) => status(response, 200) },
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
 * Asks the deployed origin for what each part of it answers. Changes nothing, and needs no account.
 * @throws CommandError naming every part that does not answer as it must, after it has had time to
 */
export async function smokeTest(origin: string, world: SmokeWorld): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const problems = await probeAll(origin, world);
    if (problems.length === 0)
      return world.print(`${origin} answers: ${PROBES.map(({ name }) => name).join('; ')}; assets; ${SOCKET}`);
    if (attempt === TRIES) throw new CommandError(`${origin} does not answer as it must:\n${problems.join('\n')}`);
    world.print(`not yet (${attempt} of ${TRIES}): ${problems[0]}`);
    await world.sleep(PAUSE_MS);
  }
}

async function probeAll(origin: string, { fetch, socket }: SmokeWorld): Promise<string[]> {
  const found = await Promise.all([
    ...PROBES.map((probe) => ask(origin, probe, fetch)),
    assets(origin, fetch),
    sockets(origin, socket),
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

/** What the page loads is there, and is kept for as long as its name says. */
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

/** All of a back office's sync goes through one; a health check that answers says nothing about it. */
async function sockets(origin: string, socket: SmokeWorld['socket']): Promise<string> {
  const found = await socket(origin.replace(/^http/, 'ws') + SYNC_PATH, ANSWER_MS);
  return found === '' ? '' : `  ${SOCKET} (${SYNC_PATH}): ${found}`;
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

/** What fetch throws says "fetch failed"; why is inside. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
