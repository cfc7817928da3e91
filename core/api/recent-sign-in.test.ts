import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Capability } from '../domain/studio/roles.ts';
import { studioMutators } from '../zero/mutators.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/** Capabilities that give others access, money or an address. */
const SENSITIVE: ReadonlySet<Capability> = new Set<Capability>([
  'account.slug',
  'account.delete',
  'members.manage',
  'owners.manage',
  'billing.manage',
  'domain.manage',
  'integrations.manage',
]);

/** Response fields that carry access: secrets, addresses that need no sign-in, and what was sent to others. */
const ACCESS_FIELDS: ReadonlySet<string> = new Set(['secret', 'token', 'url', 'path', 'payload']);

/** Endpoints of signed-in people, apart from reads of nothing secret. */
function mustDeclare({ access, method, capability, response }: Endpoint): boolean {
  if (access !== 'user' && access !== 'member') return false;
  if (capability ? SENSITIVE.has(capability) : method !== 'GET') return true;
  return response instanceof z.ZodObject && Object.keys(response.shape).some((name) => ACCESS_FIELDS.has(name));
}

const ALL = Object.entries(endpoints).flatMap(([group, table]) =>
  Object.entries(table as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

describe('a recent sign-in', () => {
  it.each(ALL.filter(({ endpoint }) => mustDeclare(endpoint)))('$name says whether it takes one', ({ endpoint }) => {
    expect(endpoint.recentSignIn).toBeDefined();
  });

  it('is taken by everything that gives others access, money or an address', () => {
    const taking = ALL.filter(({ endpoint }) => endpoint.recentSignIn).map(({ name }) => name);
    expect(taking).toEqual([
      'accounts.slug',
      'accounts.close',
      'accounts.saveScript',
      'accounts.restoreScript',
      'accounts.exportData',
      'accounts.exportLink',
      'calendar.create',
      'integrations.createToken',
      'integrations.createWebhook',
      'integrations.updateWebhook',
      'integrations.rotateSecret',
      'integrations.readDelivery',
      'me.remove',
      'members.invite',
      'members.changeRole',
      'members.remove',
      'members.allowSupport',
      'members.transfer',
      'plan.portal',
      'stripe.connect',
      'stripe.disconnect',
    ]);
  });

  it('is taken by invitations of admins alone', () => {
    const { recentSignIn } = endpoints.members.invite;
    const takes = (['admin', 'photographer', 'assistant'] as const).map((role) => recentSignIn({ role }));
    expect(takes).toEqual([true, false, false]);
  });

  it('is never asked of a program, which has no sign-in', () => {
    const both = ALL.filter(({ endpoint }) => endpoint.recentSignIn && endpoint.scope);
    expect(both).toEqual([]);
  });

  it('is taken by the mutators whose texts and addresses may redirect payments', () => {
    const taking = Object.entries(studioMutators).flatMap(([noun, table]) =>
      Object.entries(table as Record<string, { securityEventOf?: unknown }>)
        .filter(([, { securityEventOf }]) => securityEventOf)
        .map(([name]) => `${noun}.${name}`),
    );
    expect(taking.toSorted()).toEqual([
      'automations.add',
      'automations.update',
      'contractTemplates.create',
      'contractTemplates.update',
      'mailTemplates.set',
      'settings.setBooking',
      'settings.setMethods',
      'settings.setPhotographer',
    ]);
  });

  // A domain needs a proof by DNS, and a script can only be switched off.
  it('cannot be avoided by a mutator', () => {
    const sensitive = Object.entries(studioMutators).flatMap(([noun, table]) =>
      Object.entries(table as Record<string, { capabilities: readonly Capability[] }>)
        .filter(([, { capabilities }]) => capabilities.some((capability) => SENSITIVE.has(capability)))
        .map(([name]) => `${noun}.${name}`),
    );
    expect(sensitive).toEqual(['domains.add', 'domains.check', 'domains.remove', 'site.stopScript']);
  });
});
