import { can, CAPABILITIES, ROLES, type Capability, type Role } from '#core/domain/roles.ts';

/** What a role may do, as a person would say it: texts of `team:abilities`, in the order they are read. */
export const ABILITIES = [
  'look',
  'upload',
  'note',
  'clients',
  'galleries',
  'money',
  'allMoney',
  'team',
  'studio',
  'owners',
  'log',
  'close',
] as const;
export type Ability = (typeof ABILITIES)[number];

/** A new capability has to be told to people, or this does not compile. */
const ABILITY_OF: Readonly<Record<Capability, Ability>> = {
  'account.read': 'look',
  'account.update': 'studio',
  'account.slug': 'studio',
  'account.delete': 'close',
  'members.read': 'look',
  'members.manage': 'team',
  'owners.manage': 'owners',
  'security.read': 'log',
  'billing.manage': 'studio',
  'domain.manage': 'studio',
  'customers.read': 'look',
  'customers.write': 'clients',
  'customers.note': 'note',
  'sessions.read': 'look',
  'sessions.write': 'clients',
  'sessions.note': 'note',
  'scheduling.write': 'clients',
  'galleries.read': 'look',
  'galleries.write': 'galleries',
  'galleries.publish': 'galleries',
  'galleries.delete': 'galleries',
  'galleries.share': 'galleries',
  'photos.read': 'look',
  'photos.upload': 'upload',
  'photos.write': 'galleries',
  'photos.delete': 'galleries',
  'money.read': 'money',
  'money.write': 'money',
  'money.all': 'allMoney',
};

/** The role whose rights another one goes beyond; null for the smallest. */
export function roleBelow(role: Role): Role | null {
  return ROLES[ROLES.indexOf(role) + 1] ?? null;
}

/** What a role may do that the one below it may not. */
export function addedAbilities(role: Role): Ability[] {
  const below = roleBelow(role);
  const added = CAPABILITIES.filter((capability) => can(role, capability) && !(below && can(below, capability)));
  const abilities = new Set(added.map((capability) => ABILITY_OF[capability]));
  return ABILITIES.filter((ability) => abilities.has(ability));
}

/** Roles that somebody may give to a member; empty where they may not change that member's. */
export function assignableRoles(actor: Role, member: Role): Role[] {
  const owners = can(actor, 'owners.manage');
  if (!can(actor, 'members.manage') || (member === 'owner' && !owners)) return [];
  return ROLES.filter((role) => role !== 'owner' || owners);
}

/** Whether the studio would be without an owner if this member were none. */
export function isLastOwner(member: { role: Role }, members: readonly { role: Role }[]): boolean {
  return member.role === 'owner' && members.filter(({ role }) => role === 'owner').length < 2;
}

/** Owners first, each role as it came: by name. */
export function sortByRole<M extends { role: Role }>(members: readonly M[]): M[] {
  return members.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}
