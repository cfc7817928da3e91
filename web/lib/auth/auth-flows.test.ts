import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { beginAuthFlow, sessionToConfirm } from './auth-flows.ts';

const [ADA, EVE] = ['00000000-0000-4000-8000-00000000ada0', '00000000-0000-4000-8000-00000000e0e0'];
const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const address = (claims: object) =>
  `https://albumen.example/login?link=link#access_token=${encode({})}.${encode(claims)}.x&refresh_token=r&type=magiclink`;
const ofAda = address({ sub: ADA, email: 'ada@example.org' });
const ofEve = address({ sub: EVE, email: 'eve@example.org' });
const NOW = Date.UTC(2026, 10, 26);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

describe('a session in an address', () => {
  it('of another person is asked about, with its name, also if a person is signed in', () => {
    for (const current of [ADA, null])
      expect(sessionToConfirm(ofEve, current, NOW)).toEqual({ userId: EVE, name: 'eve@example.org' });
  });

  it('of the same person, and no session, is nothing to ask about', () => {
    expect(sessionToConfirm(ofAda, ADA, NOW)).toBeNull();
    expect(sessionToConfirm('https://albumen.example/login#error=access_denied', null, NOW)).toBeNull();
  });

  it('of a mail that was requested here is accepted once, within an hour', () => {
    beginAuthFlow({ email: 'Ada@example.org' }, NOW);
    expect(sessionToConfirm(ofEve, null, NOW)).not.toBeNull();
    expect(sessionToConfirm(ofAda, null, NOW + HOUR_MS)).not.toBeNull();
    expect(sessionToConfirm(ofAda, null, NOW + HOUR_MS - 1)).toBeNull();
    expect(sessionToConfirm(ofAda, null, NOW)).not.toBeNull();
  });

  it('of a provider is accepted once, within ten minutes', () => {
    beginAuthFlow({ provider: true }, NOW);
    expect(sessionToConfirm(ofAda, null, NOW + 10 * MINUTE_MS)).not.toBeNull();
    expect(sessionToConfirm(ofAda, null, NOW)).toBeNull();
    expect(sessionToConfirm(ofEve, null, NOW)).not.toBeNull();
  });

  it('replaces the session of another person by consent alone', () => {
    beginAuthFlow({ email: 'eve@example.org' }, NOW);
    beginAuthFlow({ provider: true }, NOW);
    expect(sessionToConfirm(ofEve, ADA, NOW)).not.toBeNull();
    beginAuthFlow({ userId: EVE }, NOW);
    expect(sessionToConfirm(ofEve, ADA, NOW)).toBeNull();
    expect(sessionToConfirm(ofEve, ADA, NOW)).not.toBeNull();
  });

  it('names a person without an email by their phone', () => {
    expect(sessionToConfirm(address({ sub: EVE, email: '', phone: '34600111222' }), null, NOW)?.name).toBe(
      '+34600111222',
    );
  });
});
