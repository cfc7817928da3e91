import type { Endpoint } from '#core/api/endpoint.ts';
import type { Endpoints } from '#core/api/endpoints.ts';
import { portal } from '#core/api/portal.ts';
import { receipted } from './payment-calls.ts';
import { type Call, type Scene, send } from './scene.ts';
import { newId } from './studio.ts';

/** A client with a receipt, the scene's gallery, and a link. */
async function linked(scene: Scene) {
  const { stage, studio, galleryId } = scene;
  const { customer, session, payment } = await receipted(scene);
  await stage.db.query('update galleries set customer_id = $2 where id = $1', [galleryId, customer]);
  const made = await send(scene, portal.create, { params: { customerId: customer }, body: { send: false } });
  const { url } = portal.create.response.parse(await made.json());
  const token = new URL(url!).pathname.split('/').at(-1)!;
  stage.mustNotBeLogged(token);
  return { accountSlug: studio.account.slug, token, sessionId: session, paymentId: payment, galleryId };
}

const open = (endpoint: Endpoint) => async (scene: Scene) => {
  const params = await linked(scene);
  return send(scene, endpoint, { params });
};

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
  covers: open(portal.covers),
  openGallery: open(portal.openGallery),
  openSession: open(portal.openSession),
  receipt: open(portal.receipt),
} satisfies { [N in keyof Endpoints['portal']]: Call };
