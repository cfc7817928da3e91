import { describe, expect, it } from 'vitest';
import {
  DEFAULT_RIGHTS,
  GRANT_STATUSES,
  GRANT_TRANSITIONS,
  type GrantState,
  grantState,
  newGrant,
  NO_RIGHTS,
  OPEN_RIGHTS,
  rights,
} from './grants.ts';
import { canTransition } from '../values/transitions.ts';

describe('an invite', () => {
  it('can be revoked and resent in every status but revoked', () => {
    for (const status of GRANT_STATUSES) {
      expect(canTransition(GRANT_TRANSITIONS, status, 'revoked'), status).toBe(status !== 'revoked');
      const resent = status === 'pending' || canTransition(GRANT_TRANSITIONS, status, 'pending');
      expect(resent, status).toBe(status !== 'revoked');
    }
    expect(GRANT_TRANSITIONS.revoked).toEqual([]);
  });

  it('is accepted only after it was sent', () => {
    const before = GRANT_STATUSES.filter((status) => canTransition(GRANT_TRANSITIONS, status, 'accepted'));
    expect(before).toEqual(['sent', 'opened']);
  });

  it.each<[GrantState, Partial<Parameters<typeof grantState>[0]>]>([
    ['sent', {}],
    ['bounced', { mailError: 'mail_bounced' }],
    ['reported', { mailError: 'mail_complained', status: 'accepted' }],
    ['undelivered', { mailError: 'mail_suppressed', expiresAt: 51 }],
    ['expired', { mailError: 'mail_bounced', expiresAt: 50 }],
    ['revoked', { mailError: 'mail_bounced', expiresAt: 50, status: 'revoked' }],
  ])('is %s', (state, values) => {
    expect(grantState({ status: 'sent', expiresAt: null, mailError: null, ...values }, 50)).toBe(state);
  });

  it('trims and lower-cases the email', () => {
    expect(newGrant.parse({ email: ' Guest@Example.org ', label: ' Aunt ' })).toEqual({
      email: 'guest@example.org',
      label: 'Aunt',
    });
    for (const wrong of [{}, { email: '' }, { email: 'a@b' }, { email: 'guest@example.org', label: 'x'.repeat(121) }])
      expect(newGrant.safeParse(wrong).success).toBe(false);
  });
});

describe('rights', () => {
  it('require every field', () => {
    for (const each of [DEFAULT_RIGHTS, OPEN_RIGHTS, NO_RIGHTS]) expect(rights.safeParse(each).success).toBe(true);
    expect(rights.safeParse({ view: true }).success).toBe(false);
    expect(rights.safeParse({ ...NO_RIGHTS, erase: true }).success).toBe(false);
  });

  it('of visitors without a grant are viewing and downloading', () => {
    expect(OPEN_RIGHTS).toEqual({ view: true, download: true, select: false, comment: false });
    expect(Object.values(NO_RIGHTS)).not.toContain(true);
  });
});
