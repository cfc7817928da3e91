import { describe, expect, it } from 'vitest';
import { MAX_TEAM_MEMBERS } from './members.ts';
import { REQUEST_LIMITS, type RequestLimit } from './request-limits.ts';

const limits = Object.entries<RequestLimit>(REQUEST_LIMITS);

describe('A limit that anybody can use up', () => {
  it.each(limits.filter(([, { by }]) => by === 'anybody'))(
    'refuses only its own network or browser: %s',
    (_, limit) => {
      const isOwn = limit.per.includes('network') || limit.per.includes('visitor');
      expect(isOwn || limit.above !== undefined).toBe(true);
    },
  );
});

describe('A limit of a holder or a member', () => {
  it.each(limits.filter(([, { by }]) => by !== 'anybody'))('counts what only they have: %s', (_, limit) => {
    expect(limit.per.length).toBeGreaterThan(0);
    expect(limit.per).not.toContain('network');
  });
});

it('mails the largest team twice a day', () => {
  expect(REQUEST_LIMITS['team-mails-studio'].max).toBe(2 * MAX_TEAM_MEMBERS);
});
