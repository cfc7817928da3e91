import { expect } from 'vitest';
import { KEY, NOW } from './edge-image-cases.ts';
import { type SimulatedDistribution, walk } from './edge-simulator.ts';
import type { RoutingCase, SHARED_ANSWERS } from './edge-routing-cases.ts';

const SURROUNDINGS = { now: NOW, store: { image_token_keys: KEY } };

/** Expects the request to end in the distribution where the table says. */
export async function checkRouting(distribution: SimulatedDistribution, expected: RoutingCase): Promise<void> {
  const got = await walk(distribution, expected.request, SURROUNDINGS);
  if (expected.backend === 'nobody') {
    expect(got).toMatchObject({ status: expected.status });
    return;
  }
  const path = expected.path ?? expected.request.path;
  expect(got).toMatchObject({ by: 'origin', origins: expected.origins, path });
  if (got.by !== 'origin') return;
  for (const name of expected.headers ?? []) expect(Object.keys(got.headers)).toContain(name);
  if (expected.cookies) expect(got.cookies).toEqual(expected.cookies);
  // Functions and buckets get their own host, never the viewer's: signatures contain it.
  if (expected.backend !== 'zero') expect(got.headers).not.toHaveProperty('host');
}

/** Expects two requests to have equal or different cache keys in the distribution. */
export async function checkShared(
  distribution: SimulatedDistribution,
  { one, other, shared }: (typeof SHARED_ANSWERS)[number],
): Promise<void> {
  const [first, second] = await Promise.all([one, other].map((raw) => walk(distribution, raw, SURROUNDINGS)));
  if (first?.by !== 'origin' || second?.by !== 'origin') throw new Error('both should reach an origin');
  expect(first.key).not.toBeNull();
  expect(first.key === second.key).toBe(shared);
}
