import type { Endpoints } from '#core/api/endpoints.ts';
import { proposals } from '#core/api/proposals.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { insertCustomer, insertRow } from '../../support/rows.ts';
import { type Call, type Scene, send } from './scene.ts';
import { activateStripe } from './stripe-calls.ts';
import { newId } from './studio.ts';

/** An open proposal of one line, with a link. */
async function proposed(scene: Scene) {
  const { stage, studio } = scene;
  const { db } = stage;
  const account = { account_id: studio.account.id };
  const author = { ...account, author_id: studio.session.user.id };
  const customer = await insertCustomer(db, studio.account.id, { name: `Núria ${studio.marker}` });
  const proposalId = newId();
  const sent = { status: 'proposed', sent_at: new Date(), valid_until: new Date(Date.now() + DAY_MS) };
  const what = { title: studio.marker, customer_id: customer };
  await insertRow(db, 'proposals', { id: proposalId, ...author, ...what, ...sent });
  const line = { proposal_id: proposalId, position: 1, title: studio.marker, unit_amount: 4_500 };
  await insertRow(db, 'proposal_lines', { id: newId(), ...account, ...line });
  const made = await send(scene, proposals.link, { params: { proposalId } });
  const token = new URL(proposals.link.response.parse(await made.clone().json()).url).pathname.split('/').at(-1)!;
  stage.mustNotBeLogged(token);
  return { made, params: { accountSlug: studio.account.slug, token } };
}

async function accepted(scene: Scene) {
  const { params } = await proposed(scene);
  const read = await send(scene, proposals.terms, { params, body: { chosen: [] } });
  const { textHash } = proposals.terms.response.parse(await read.json());
  const body = { chosen: [], textHash, name: scene.studio.marker, hasConsent: true };
  return { params, answer: await send(scene, proposals.accept, { params, body }) };
}

export const PROPOSAL_CALLS = {
  read: async (scene) => send(scene, proposals.read, { params: (await proposed(scene)).params }),
  terms: async (scene) =>
    send(scene, proposals.terms, { params: (await proposed(scene)).params, body: { chosen: [] } }),
  accept: async (scene) => (await accepted(scene)).answer,
  decline: async (scene) =>
    send(scene, proposals.decline, { params: (await proposed(scene)).params, body: { reason: scene.studio.marker } }),
  pay: async (scene) => {
    const { params } = await accepted(scene);
    await activateStripe(scene);
    return send(scene, proposals.pay, { params, body: { item: 'balance' } });
  },
  withdrawal: async (scene) => send(scene, proposals.withdrawal, { params: (await accepted(scene)).params }),
  withdraw: async (scene) => {
    const body = new URLSearchParams({ name: scene.studio.marker });
    return send(scene, proposals.withdraw, { params: (await accepted(scene)).params, body });
  },
  link: async (scene) => (await proposed(scene)).made,
} satisfies { [N in keyof Endpoints['proposals']]: Call };
