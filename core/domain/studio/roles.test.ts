import { describe, expect, it } from 'vitest';
import { AppError } from '../values/errors.ts';
import { assertCan, can, CAPABILITIES, type Capability, ROLES } from './roles.ts';

/**
 * Roles that have each capability beside the owner, who has all. A: admin, P: photographer, S: assistant.
 */
const TABLE: Readonly<Record<Capability, string>> = {
  'account.read': 'APS',
  'account.update': 'A',
  'account.slug': 'A',
  'account.delete': '',
  'members.read': 'APS',
  'members.manage': 'A',
  'owners.manage': '',
  'security.read': '',
  'billing.manage': 'A',
  'domain.manage': 'A',
  'integrations.manage': 'A',
  'customers.read': 'APS',
  'customers.write': 'AP',
  'customers.note': 'APS',
  'sessions.read': 'APS',
  'sessions.write': 'AP',
  'sessions.note': 'APS',
  'scheduling.write': 'AP',
  'galleries.read': 'APS',
  'galleries.write': 'AP',
  'galleries.publish': 'AP',
  'galleries.delete': 'AP',
  'galleries.share': 'AP',
  'photos.read': 'APS',
  'photos.upload': 'APS',
  'photos.write': 'AP',
  'photos.delete': 'AP',
  'site.write': 'AP',
  'site.publish': 'A',
  'money.read': 'AP',
  'money.write': 'AP',
  'money.all': 'A',
};
const LETTER = { owner: 'O', admin: 'A', photographer: 'P', assistant: 'S' } as const;

describe('roles', () => {
  it.each(ROLES.flatMap((role) => CAPABILITIES.map((capability) => ({ role, capability }))))(
    '$role: $capability',
    ({ role, capability }) => {
      const may = role === 'owner' || TABLE[capability].includes(LETTER[role]);
      expect(can(role, capability)).toBe(may);
      if (may) expect(() => assertCan(role, capability)).not.toThrow();
      else expect(() => assertCan(role, capability)).toThrow(new AppError('forbidden', { capability }));
    },
  );

  it('hide money from assistants', () => {
    expect(
      CAPABILITIES.filter((capability) => /money|billing/.test(capability) && can('assistant', capability)),
    ).toEqual([]);
  });
});
