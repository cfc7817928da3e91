import { type ActorRole, can, CAPABILITIES, ROLES, type Capability, type Role } from '#core/domain/studio/roles.ts';

/** Abilities of roles as texts of `team:abilities`, in reading order. */
export const ABILITIES = [
  'look',
  'upload',
  'note',
  'clients',
  'galleries',
  'site',
  'publishSite',
  'money',
  'allMoney',
  'team',
  'studio',
  'owners',
  'log',
  'close',
] as const;
type Ability = (typeof ABILITIES)[number];

/** Ability of each capability. The type makes a new capability without an ability a compile error. */
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
  'integrations.manage': 'studio',
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
  'site.write': 'site',
  'site.publish': 'publishSite',
  'money.read': 'money',
  'money.write': 'money',
  'money.all': 'allMoney',
};

/** Returns the next smaller role; null for the smallest. */
export function roleBelow(role: Role): Role | null {
  return ROLES[ROLES.indexOf(role) + 1] ?? null;
}

/** Returns the abilities that the next smaller role lacks. */
export function addedAbilities(role: Role): Ability[] {
  const below = roleBelow(role);
  const added = CAPABILITIES.filter((capability) => can(role, capability) && !(below && can(below, capability)));
  const abilities = new Set(added.map((capability) => ABILITY_OF[capability]));
  return ABILITIES.filter((ability) => abilities.has(ability));
}

/** Returns the roles that the actor may give to a member; empty if they may not change that member's role. */
export function assignableRoles(actor: ActorRole, member: Role): Role[] {
  const owners = can(actor, 'owners.manage');
  if (!can(actor, 'members.manage') || (member === 'owner' && !owners)) return [];
  return ROLES.filter((role) => role !== 'owner' || owners);
}

/** Returns true if the member is the only owner. */
export function isLastOwner(member: { role: Role }, members: readonly { role: Role }[]): boolean {
  return member.role === 'owner' && members.filter(({ role }) => role === 'owner').length < 2;
}

/** Sorts owners first, then by role; keeps the order within a role. */
export function sortByRole<M extends { role: Role }>(members: readonly M[]): M[] {
  return members.toSorted((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
}
