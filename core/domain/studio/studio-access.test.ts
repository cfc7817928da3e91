import { expect, it } from 'vitest';
import { PLAN_STATES } from './plan-state.ts';
import {
  assertMayBeVisited,
  assertMayWrite,
  closures,
  isVisitable,
  studioAccess,
  type StudioFacts,
} from './studio-access.ts';

const OPEN: StudioFacts = { pausedAt: null, heldAt: null, planState: null };

const accessOf = (facts: Partial<StudioFacts> & { isUntold?: boolean }) => studioAccess({ ...OPEN, ...facts });

it('is decided by the plan', () => {
  expect([null, ...PLAN_STATES].map((planState) => accessOf({ planState }))).toEqual([
    'open',
    'open',
    'open',
    'open',
    'read_only',
    'suspended',
  ]);
});

it.each([
  [{ pausedAt: 1 }, 'suspended'],
  [{ pausedAt: 1, planState: 'active' }, 'suspended'],
  [{ pausedAt: 1, planState: 'read_only' }, 'suspended'],
  [{ heldAt: 1, pausedAt: 1, planState: 'suspended' }, 'blocked'],
] as const)('of %o is the worst: %s', (facts, access) => {
  expect(accessOf(facts)).toBe(access);
});

it.each([
  ['open', null, null],
  ['read_only', 'studio_read_only', null],
  ['suspended', 'studio_suspended', 'studio_unavailable'],
  ['blocked', 'studio_suspended', 'content_blocked'],
] as const)('%s refuses writes with %s, and visits with %s', (access, ofWrites, ofVisits) => {
  expect([codeOf(() => assertMayWrite(access)), codeOf(() => assertMayBeVisited(access))]).toEqual([
    ofWrites,
    ofVisits,
  ]);
  expect(isVisitable(access)).toBe(ofVisits === null);
});

it.each([
  [{ planState: 'read_only' }, []],
  [{ pausedAt: 1, planState: 'read_only' }, ['operator']],
  [{ heldAt: 1 }, ['operator']],
  [{ planState: 'suspended' }, ['bill']],
  [{ pausedAt: 1, heldAt: 1, planState: 'suspended' }, ['operator', 'bill']],
  [{ heldAt: 1, planState: 'suspended', isUntold: true }, ['untold', 'bill']],
  [{ isUntold: true }, []],
] as const)('of %o is closed to visitors by %o', (facts, reasons) => {
  expect(closures({ ...OPEN, ...facts })).toEqual(reasons);
  expect(isVisitable(accessOf(facts))).toBe(reasons.length === 0);
});

function codeOf(call: () => void): string | null {
  try {
    call();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
