import { describe, expect, it } from 'vitest';
import { NO_RIGHTS, OPEN_RIGHTS } from '#core/domain/galleries/grants.ts';
import { Failure, type FailureCode } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { Invitation } from './invitation.ts';

function setUp({ token = 'a'.repeat(40) as string | null, inside = false, redirectTo = '/p/marta/gallery/g1' } = {}) {
  const calls: string[] = [];
  let failure: FailureCode | null = null;
  const api: Pick<PublicApi, 'verify' | 'verifyInvite' | 'renewInvite'> = {
    verify: async () => ({
      access: inside ? 'granted' : 'signin_required',
      rights: inside ? OPEN_RIGHTS : NO_RIGHTS,
      imagesUntil: 0,
    }),
    verifyInvite: async (sent) => {
      calls.push(sent);
      if (failure) throw new Failure(failure);
      return { galleryId: 'g1', accountSlug: 'marta', redirectTo };
    },
    renewInvite: async (sent) => {
      calls.push(`renew ${sent}`);
      return {};
    },
  };
  const invitation = new Invitation({
    api,
    token,
    galleryId: 'g1',
    galleryPath: '/p/marta/gallery/g1',
    origin: 'http://localhost:4300',
  });
  return { invitation, calls, fail: (code: FailureCode | null) => void (failure = code) };
}

const opened = { kind: 'opened', href: '/p/marta/gallery/g1' };

describe('Invitation', () => {
  it('sends the token once for concurrent calls', async () => {
    const { invitation, calls } = setUp();
    const ends = await Promise.all([invitation.open(), invitation.open()]);
    expect(ends).toEqual([opened, opened]);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['/p/marta/gallery/g1#photo=1', '/p/marta/gallery/g1#photo=1'],
    ['http://localhost:4300/gallery/g1', '/gallery/g1'],
    ['https://evil.example/', '/p/marta/gallery/g1'],
    ['//evil.example/', '/p/marta/gallery/g1'],
    ['/..//evil.example/x', '/p/marta/gallery/g1'],
    ['javascript:alert(1)', '/p/marta/gallery/g1'],
    ['http://[', '/p/marta/gallery/g1'],
  ])('redirects %s to %s', async (redirectTo, href) => {
    expect(await setUp({ redirectTo }).invitation.open()).toEqual({ kind: 'opened', href });
  });

  it.each([
    ['invite_used', 'used'],
    ['invite_expired', 'expired'],
    ['invite_invalid', 'invalid'],
    ['validation_failed', 'invalid'],
  ] as const)('reports %s as a refusal', async (code, reason) => {
    const { invitation, fail } = setUp();
    fail(code);
    expect(await invitation.open()).toEqual({ kind: 'refused', reason });
  });

  it('opens the gallery if this visitor used the token before', async () => {
    const { invitation, fail } = setUp({ inside: true });
    fail('invite_used');
    expect(await invitation.open()).toEqual(opened);
  });

  it('can be retried after a network failure', async () => {
    const { invitation, fail } = setUp();
    fail('network');
    await expect(invitation.open()).rejects.toBeDefined();
    fail(null);
    expect(await invitation.open()).toEqual(opened);
  });

  it('without a token refuses, unless the visitor has access already', async () => {
    expect(await setUp({ token: null }).invitation.open()).toEqual({ kind: 'refused', reason: 'missing' });
    expect(await setUp({ token: null, inside: true }).invitation.open()).toEqual(opened);
  });

  it('requests a new link with the old token', async () => {
    const { invitation, calls } = setUp({ token: 'old' });
    await invitation.renew();
    expect(calls).toEqual(['renew old']);
  });
});
