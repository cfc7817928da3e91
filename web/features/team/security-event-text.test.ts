import { describe, expect, it } from 'vitest';
import { SECURITY_EVENT_KINDS } from '#core/domain/studio/security-events.ts';
import team from '#locales/en/team.json' with { type: 'json' };
import { eventText, roleNameOr, type SecurityEvent } from './security-event-text.ts';

const event = (values: Partial<SecurityEvent>): SecurityEvent => ({
  id: '1',
  kind: 'member_invited',
  actorId: null,
  actorName: 'Ana',
  subjectName: '',
  details: {},
  at: 0,
  ...values,
});

describe('eventText', () => {
  it('names the values before and after if both are known', () => {
    const key = (values: Partial<SecurityEvent>) => eventText(event(values)).key;
    expect(key({})).toBe('memberInvited');
    expect(key({ details: { to: 'admin' } })).toBe('memberInvitedAs');
    expect(key({ kind: 'role_changed', details: { to: 'admin' } })).toBe('roleChanged');
    expect(key({ kind: 'role_changed', details: { from: 'assistant', to: 'admin' } })).toBe('roleChangedFrom');
    expect(key({ kind: 'member_removed', details: { from: 'assistant' } })).toBe('memberRemoved');
    expect(key({ kind: 'slug_changed', details: { from: 'llum', to: 'mar' } })).toBe('slugChangedFrom');
  });

  it('uses the names stored with the event', () => {
    const text = eventText(event({ subjectName: 'pau@example.org', details: { provider: 'google' } }));
    expect(text).toMatchObject({ actor: 'Ana', subject: 'pau@example.org', provider: 'google', from: '', to: '' });
  });

  it('has a text for every kind of event', () => {
    const details = [{}, { from: 'assistant', to: 'admin', provider: 'google' }];
    const keys = SECURITY_EVENT_KINDS.flatMap((kind) =>
      details.map((detail) => eventText(event({ kind, details: detail })).key),
    );
    expect([...new Set(keys)].toSorted()).toEqual(Object.keys(team.log.said).toSorted());
  });
});

it('roleNameOr translates roles and keeps other text', () => {
  const upper = (role: string) => role.toUpperCase();
  expect(roleNameOr('admin', upper)).toBe('ADMIN');
  expect(roleNameOr('estudi-llum', upper)).toBe('estudi-llum');
});
