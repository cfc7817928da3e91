import type { Endpoint } from '#core/api/endpoint.ts';
import type { Endpoints } from '#core/api/endpoints.ts';
import { portal } from '#core/api/portal.ts';
import { sign } from './contract-calls.ts';
import { receipted } from './payment-calls.ts';
import { type Call, type Scene, send } from './scene.ts';
import { activateStripe } from './stripe-calls.ts';
import { newId } from './studio.ts';

/** A client with a receipt, the scene's gallery, and a link. */
async function linked(scene: Scene) {
  const { stage, galleryId } = scene;
  const { customer, session, payment } = await receipted(scene);
  await stage.db.query('update galleries set customer_id = $2 where id = $1', [galleryId, customer]);
  return { ...(await linkOf(scene, customer)), sessionId: session, paymentId: payment, galleryId };
}

async function linkOf(scene: Scene, customerId: string) {
  const { stage, studio } = scene;
  const made = await send(scene, portal.create, { params: { customerId }, body: { send: false } });
  const { url } = portal.create.response.parse(await made.json());
  const token = new URL(url!).pathname.split('/').at(-1)!;
  stage.mustNotBeLogged(token);
  return { accountSlug: studio.account.slug, token };
}

const open = (endpoint: Endpoint) => async (scene: Scene) => {
  const params = await linked(scene);
  return send(scene, endpoint, { params });
};

/** A client's link, and an order of theirs that can be withdrawn from. */
async function ordered(scene: Scene) {
  const { galleryId, sessionId: _session, paymentId: _payment, ...link } = await linked(scene);
  const orderId = newId();
  const { db } = scene.stage;
  await db.query(
    `insert into orders (id, account_id, author_id, kind, customer_id, gallery_id, currency)
     select $1, g.account_id, g.author_id, 'gallery', g.customer_id, g.id, 'EUR' from galleries g where g.id = $2`,
    [orderId, galleryId],
  );
  await db.query("select append_order_line(account_id, id, 'list:' || id, '', 4500) from orders where id = $1", [
    orderId,
  ]);
  return { ...link, orderId };
}

/** A client's link, and an open proposal to them. */
async function proposed(scene: Scene) {
  const { customer } = await receipted(scene);
  const proposalId = newId();
  await scene.stage.db.query(
    `insert into proposals (id, account_id, author_id, title, customer_id, status, sent_at, valid_until)
     select $1, a.id, a.author_id, 'Wedding', $2, 'proposed', now(), now() + interval '1 day'
     from accounts a where a.id = $3`,
    [proposalId, customer, scene.studio.account.id],
  );
  return { ...(await linkOf(scene, customer)), proposalId };
}

export const PORTAL_CALLS = {
  create: async (scene) => {
    const { customer } = await receipted(scene);
    return send(scene, portal.create, { params: { customerId: customer }, body: { send: false } });
  },
  request: (scene) => {
    const email = `client-${newId()}-${scene.studio.marker}@example.org`;
    return send(scene, portal.request, { params: { accountSlug: scene.studio.account.slug }, body: { email } });
  },
  page: open(portal.page),
  plain: open(portal.plain),
  plainGallery: open(portal.plainGallery),
  plainProposal: async (scene) => send(scene, portal.plainProposal, { params: await proposed(scene) }),
  plainRequest: (scene) => {
    const email = `client-${newId()}-${scene.studio.marker}@example.org`;
    const params = { accountSlug: scene.studio.account.slug };
    return send(scene, portal.plainRequest, { params, body: new URLSearchParams({ email }) });
  },
  covers: open(portal.covers),
  openGallery: open(portal.openGallery),
  openSession: open(portal.openSession),
  openProposal: async (scene) => send(scene, portal.openProposal, { params: await proposed(scene) }),
  payOrder: async (scene) => {
    const params = await ordered(scene);
    await activateStripe(scene);
    return send(scene, portal.payOrder, { params, body: { item: 'balance' } });
  },
  withdrawals: async (scene) => {
    const { orderId: _order, ...params } = await ordered(scene);
    return send(scene, portal.withdrawals, { params });
  },
  withdrawal: async (scene) => send(scene, portal.withdrawal, { params: await ordered(scene) }),
  withdraw: async (scene) => {
    const body = new URLSearchParams({ name: scene.studio.marker });
    return send(scene, portal.withdraw, { params: await ordered(scene), body });
  },
  receipt: open(portal.receipt),
  contract: async (scene) => {
    const { contractId } = (await sign(scene)).params;
    const { rows } = await scene.stage.db.query<{ id: string }>(
      'select s.customer_id as id from contracts c join sessions s on s.id = c.session_id where c.id = $1',
      [contractId],
    );
    return send(scene, portal.contract, { params: { ...(await linkOf(scene, rows[0]!.id)), contractId } });
  },
} satisfies { [N in keyof Endpoints['portal']]: Call };
