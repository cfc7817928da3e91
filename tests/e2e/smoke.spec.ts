import { expect, test } from '@playwright/test';
import { smokeTest } from '#ops/deploy/smoke.ts';
import { openSocket } from '#ops/deploy/socket-probe.ts';
import { stack } from './support/stack-address.ts';

type Fetch = Parameters<typeof smokeTest>[1]['fetch'];

/** What is running answers at once, or not at all: nothing is waited for. */
const world = (fetch: Fetch, printed: string[] = []) => ({
  fetch,
  socket: openSocket,
  print: (line: string) => void printed.push(line),
  sleep: () => Promise.resolve(),
});

test('the smoke test of a deployment passes on the product as it runs here', async () => {
  const printed: string[] = [];
  await smokeTest(stack().origin, world(fetch, printed));
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('answers: the page, with its policy; zero-cache');
});

test('and not where its sockets do not pass', async () => {
  const { origin } = stack();
  const elsewhere = (url: string, timeoutMs: number) => openSocket(url.replace('/zero/sync/', '/api/sync/'), timeoutMs);
  const failing = smokeTest(origin, { ...world(fetch), socket: elsewhere });
  await expect(failing).rejects.toThrow(/sockets of zero-cache .*: the upgrade to a WebSocket is refused/);
});

test('and not where one part is missing', async () => {
  const { origin } = stack();
  const without = (part: string): Fetch => {
    const gone = async () => new Response('gone', { status: 502 });
    return (url, init) => (url.startsWith(origin + part) ? gone() : fetch(url, init));
  };
  for (const part of ['/zero/', '/api/p/', '/api/images/', '/assets/']) {
    const failing = smokeTest(origin, world(without(part)));
    await expect(failing).rejects.toThrow(new RegExp(`${part}.*: status 502`));
  }
});
