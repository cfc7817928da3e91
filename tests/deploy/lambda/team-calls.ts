import { accounts } from '#core/api/accounts.ts';
import type { Endpoints } from '#core/api/endpoints.ts';
import { me } from '#core/api/me.ts';
import { members } from '#core/api/members.ts';
import { type Call, type Scene, send } from './scene.ts';
import { newId, openPerson } from './studio.ts';

/** The same scene as another user, who has just signed up. */
async function asNewcomer(scene: Scene): Promise<Scene> {
  return { ...scene, studio: { ...scene.studio, ...(await openPerson(scene.stage)) } };
}

async function invited(scene: Scene, email: string): Promise<{ inviteId: string }> {
  const answer = await send(scene, members.invite, { body: { email, role: 'assistant' } });
  return (await answer.json()) as { inviteId: string };
}

/**
 * Invites an existing user.
 * @returns the invitation, and the scene as that user
 */
async function asInvited(scene: Scene): Promise<{ newcomer: Scene; params: { inviteId: string } }> {
  const newcomer = await asNewcomer(scene);
  return { newcomer, params: await invited(scene, newcomer.studio.email) };
}

/** Adds a member. */
async function asColleague(scene: Scene): Promise<{ colleague: Scene; userId: string }> {
  const { newcomer, params } = await asInvited(scene);
  await send(newcomer, me.acceptInvite, { params });
  return { colleague: newcomer, userId: newcomer.studio.session.user.id };
}

/** Lets the operator's support ask for a visit. */
async function visited({ stage, studio }: Scene): Promise<{ visitId: string }> {
  const visitId = newId();
  await stage.db.query(
    `insert into support_visits (id, account_id, user_id, email, reason)
     values ($1, $2, gen_random_uuid(), 'support@example.org', 'Photos are missing')`,
    [visitId, studio.account.id],
  );
  return { visitId };
}

const newAddress = ({ studio }: Scene) => `${crypto.randomUUID()}-${studio.marker}@example.org`;

export const MEMBERS_CALLS = {
  invite: (scene) => send(scene, members.invite, { body: { email: newAddress(scene), role: 'admin' } }),
  resendInvite: async (scene) => send(scene, members.resendInvite, { params: await invited(scene, newAddress(scene)) }),
  revokeInvite: async (scene) => send(scene, members.revokeInvite, { params: await invited(scene, newAddress(scene)) }),
  previewInvite: async (scene) => {
    const { inviteId } = await invited(scene, newAddress(scene));
    return send(scene, members.previewInvite, { body: { inviteId } });
  },
  changeRole: async (scene) => {
    const { userId } = await asColleague(scene);
    return send(scene, members.changeRole, { params: { userId }, body: { role: 'photographer' } });
  },
  remove: async (scene) => {
    const { userId } = await asColleague(scene);
    return send(scene, members.remove, { params: { userId } });
  },
  leave: async (scene) => send((await asColleague(scene)).colleague, members.leave),
  supportVisits: (scene) => send(scene, members.supportVisits),
  allowSupport: async (scene) =>
    send(scene, members.allowSupport, { params: await visited(scene), body: { hours: 1 } }),
  endSupport: async (scene) => send(scene, members.endSupport, { params: await visited(scene) }),
  transfer: async (scene) => {
    const { colleague, userId } = await asColleague(scene);
    const answer = await send(scene, members.transfer, { body: { userId } });
    // Transfers it back: the scene keeps its studio.
    await send(colleague, members.transfer, { body: { userId: scene.studio.session.user.id } });
    return answer;
  },
} satisfies { [N in keyof Endpoints['members']]: Call };

export const ME_CALLS = {
  sessions: (scene) => send(scene, me.sessions),
  endSession: async (scene) => {
    const newcomer = await asNewcomer(scene);
    const [own] = (await (await send(newcomer, me.sessions)).json()) as [{ id: string }];
    return send(newcomer, me.endSession, { params: { sessionId: own.id } });
  },
  invites: (scene) => send(scene, me.invites),
  acceptInvite: async (scene) => {
    const { newcomer, params } = await asInvited(scene);
    return send(newcomer, me.acceptInvite, { params });
  },
  declineInvite: async (scene) => {
    const { newcomer, params } = await asInvited(scene);
    return send(newcomer, me.declineInvite, { params });
  },
  consents: (scene) => send(scene, me.consents),
  saveConsent: (scene) =>
    send(scene, me.saveConsent, { params: { purpose: 'analytics' }, body: { version: 1, granted: false } }),
  deletion: (scene) => send(scene, me.deletion),
  remove: async (scene) => {
    const newcomer = await asNewcomer(scene);
    // Owns a studio: it is closed, and the outbox gets an effect.
    const study = { name: 'Atelier', slug: `closing-${newId()}`, currency: 'EUR', timeZone: 'Europe/Berlin' };
    await send(newcomer, accounts.create, { body: { ...study, language: 'en' } });
    return send(newcomer, me.remove, { body: { email: newcomer.studio.email } });
  },
} satisfies { [N in keyof Endpoints['me']]: Call };
