import { z } from 'zod';
import { AppError } from '../values/errors.ts';

export const ROLES = ['owner', 'admin', 'photographer', 'assistant'] as const;
export const role = z.enum(ROLES);
export type Role = z.infer<typeof role>;

/** Who acts in a studio: a member of its team by role, or the operator's support, which an owner lets read for a time. */
export const actorRole = z.enum([...ROLES, 'support']);
export type ActorRole = z.infer<typeof actorRole>;

/** Capabilities within a studio, as `noun.verb`. */
export const CAPABILITIES = [
  'account.read',
  'account.update',
  'account.slug',
  'account.delete',
  'members.read',
  'members.manage',
  'owners.manage',
  'security.read',
  'billing.manage',
  'domain.manage',
  'integrations.manage',
  'customers.read',
  'customers.write',
  'customers.note',
  'sessions.read',
  'sessions.write',
  'sessions.note',
  'scheduling.write',
  'galleries.read',
  'galleries.write',
  'galleries.publish',
  'galleries.delete',
  'galleries.share',
  'photos.read',
  'photos.upload',
  'photos.write',
  'photos.delete',
  'site.write',
  'site.publish',
  'money.read',
  'money.write',
  /** Money of all sessions; without it, of the member's own sessions. */
  'money.all',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

const assistant: readonly Capability[] = [
  'account.read',
  'members.read',
  'customers.read',
  'customers.note',
  'sessions.read',
  'sessions.note',
  'galleries.read',
  'photos.read',
  'photos.upload',
];

const photographer: readonly Capability[] = [
  ...assistant,
  'customers.write',
  'sessions.write',
  'scheduling.write',
  'galleries.write',
  'galleries.publish',
  'galleries.delete',
  'galleries.share',
  'photos.write',
  'photos.delete',
  'site.write',
  'money.read',
  'money.write',
];

const OWNER_CAPABILITIES: readonly Capability[] = ['account.delete', 'owners.manage', 'security.read'];

/** Capabilities of each role (docs/decisions/roles.md). */
const TABLE: Readonly<Record<ActorRole, ReadonlySet<Capability>>> = {
  owner: new Set(CAPABILITIES),
  admin: new Set(CAPABILITIES.filter((capability) => !OWNER_CAPABILITIES.includes(capability))),
  photographer: new Set(photographer),
  assistant: new Set(assistant),
  // Neither clients and sessions, whose rows have notes, nor money.
  support: new Set<Capability>(['account.read', 'members.read', 'galleries.read', 'photos.read']),
};

/** The only mapping of roles to capabilities: mutators, API, route guard and screens all call it. */
export function can(who: ActorRole, capability: Capability): boolean {
  return TABLE[who].has(capability);
}

/** @throws AppError `forbidden`, naming the capability. */
export function assertCan(who: ActorRole, capability: Capability): void {
  if (!can(who, capability)) throw new AppError('forbidden', { capability });
}
