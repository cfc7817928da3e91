import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '#core/domain/studio/roles.ts';
import { ABILITIES, addedAbilities, sortByRole, isLastOwner, assignableRoles } from './roles.ts';

describe('addedAbilities', () => {
  it('lists each ability at the smallest role that has it', () => {
    expect(addedAbilities('assistant')).toEqual(['look', 'upload', 'note']);
    expect(addedAbilities('photographer')).toEqual(['clients', 'galleries', 'site', 'money']);
    expect(addedAbilities('admin')).toEqual(['publishSite', 'allMoney', 'team', 'studio']);
    expect(addedAbilities('owner')).toEqual(['owners', 'log', 'close']);
    expect(ROLES.flatMap(addedAbilities).toSorted()).toEqual([...ABILITIES].toSorted());
  });
});

describe('assignableRoles', () => {
  it('gives owners every role and reserves owners to them', () => {
    expect(assignableRoles('owner', 'owner')).toEqual(ROLES);
    expect(assignableRoles('admin', 'assistant')).toEqual(['admin', 'photographer', 'assistant']);
    expect(assignableRoles('admin', 'owner')).toEqual([]);
  });

  it('gives other roles none', () => {
    for (const actor of ['photographer', 'assistant'] as const) {
      for (const member of ROLES) expect(assignableRoles(actor, member)).toEqual([]);
    }
  });
});

describe('members', () => {
  const team = (...roles: Role[]) => roles.map((role) => ({ role }));

  it('are sorted with owners first', () => {
    const members = [
      { name: 'Ana', role: 'assistant' as const },
      { name: 'Biel', role: 'owner' as const },
      { name: 'Clara', role: 'assistant' as const },
    ];
    expect(sortByRole(members).map(({ name }) => name)).toEqual(['Biel', 'Ana', 'Clara']);
  });

  it('keep at least one owner', () => {
    expect(isLastOwner({ role: 'owner' }, team('owner', 'admin'))).toBe(true);
    expect(isLastOwner({ role: 'owner' }, team('owner', 'owner'))).toBe(false);
    expect(isLastOwner({ role: 'admin' }, team('owner', 'admin'))).toBe(false);
  });
});
