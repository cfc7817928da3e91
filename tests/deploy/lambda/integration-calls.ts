import type { Endpoint } from '#core/api/endpoint.ts';
import type { Endpoints } from '#core/api/endpoints.ts';
import { integrations } from '#core/api/integrations.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { SCOPES } from '#core/domain/studio/integrations.ts';
import { insertCustomer, insertRow } from '../../support/rows.ts';
import { type Call, type Scene, send } from './scene.ts';
import { newId } from './studio.ts';

const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;

const newToken = (scene: Scene) =>
  send(scene, integrations.createToken, {
    body: { name: `Of ${scene.studio.marker}`, scopes: SCOPES, expiresAt: Date.now() + DAY_MS },
  });

/** Calls by a new token. */
async function byToken(
  scene: Scene,
  endpoint: Endpoint,
  sent: { params?: Record<string, string>; body?: object } = {},
) {
  const { token } = await read<{ token: string }>(newToken(scene));
  return send(scene, endpoint, { ...sent, token });
}

const newWebhook = (scene: Scene) =>
  send(scene, integrations.createWebhook, {
    body: { url: 'https://hooks.example/albumen', description: scene.studio.marker, events: ['gallery.published'] },
  });

async function withWebhook(scene: Scene, endpoint: Endpoint, body?: object): Promise<Response> {
  const { webhook } = await read<{ webhook: { id: string } }>(newWebhook(scene));
  const answer = await send(scene, endpoint, { params: { webhookId: webhook.id }, ...(body ? { body } : {}) });
  await send(scene, integrations.removeWebhook, { params: { webhookId: webhook.id } });
  return answer;
}

async function withDelivery(scene: Scene, endpoint: Endpoint): Promise<Response> {
  const { webhook } = await read<{ webhook: { id: string } }>(newWebhook(scene));
  const params = { webhookId: webhook.id };
  const { deliveryId } = await read<{ deliveryId: string }>(send(scene, integrations.testWebhook, { params }));
  return send(scene, endpoint, { params: { ...params, deliveryId } });
}

async function customer({ stage: { db }, studio }: Scene): Promise<string> {
  return insertCustomer(db, studio.account.id, { name: `Núria ${studio.marker}` });
}

async function session(scene: Scene): Promise<string> {
  const { stage, studio } = scene;
  const id = newId();
  const author = { account_id: studio.account.id, author_id: studio.session.user.id };
  await insertRow(stage.db, 'sessions', { id, ...author, customer_id: await customer(scene), date: new Date() });
  return id;
}

async function selection({ stage: { db }, studio, galleryId }: Scene): Promise<string> {
  const id = newId();
  const inGallery = { account_id: studio.account.id, gallery_id: galleryId };
  await insertRow(db, 'pick_lists', { id, ...inGallery, kind: 'selection', name: studio.marker });
  return id;
}

const gallery = (scene: Scene) =>
  read<{ id: string }>(byToken(scene, integrations.createGallery, { body: { name: scene.studio.marker } }));

/** One valid call of each endpoint for integrators. */
export const INTEGRATION_CALLS: { [N in keyof Endpoints['integrations']]: Call } = {
  listTokens: (scene) => send(scene, integrations.listTokens),
  createToken: newToken,
  revokeToken: async (scene) => {
    const { created } = await read<{ created: { id: string } }>(newToken(scene));
    return send(scene, integrations.revokeToken, { params: { tokenId: created.id } });
  },
  listWebhooks: (scene) => send(scene, integrations.listWebhooks),
  createWebhook: newWebhook,
  updateWebhook: (scene) => withWebhook(scene, integrations.updateWebhook, { isActive: false }),
  removeWebhook: async (scene) => {
    const { webhook } = await read<{ webhook: { id: string } }>(newWebhook(scene));
    return send(scene, integrations.removeWebhook, { params: { webhookId: webhook.id } });
  },
  rotateSecret: (scene) => withWebhook(scene, integrations.rotateSecret),
  testWebhook: (scene) => withWebhook(scene, integrations.testWebhook),
  listDeliveries: (scene) => withWebhook(scene, integrations.listDeliveries),
  readDelivery: (scene) => withDelivery(scene, integrations.readDelivery),
  resendDelivery: (scene) => withDelivery(scene, integrations.resendDelivery),
  account: (scene) => byToken(scene, integrations.account),
  usage: (scene) => byToken(scene, integrations.usage),
  listCustomers: (scene) => byToken(scene, integrations.listCustomers),
  getCustomer: async (scene) =>
    byToken(scene, integrations.getCustomer, { params: { customerId: await customer(scene) } }),
  createCustomer: (scene) => byToken(scene, integrations.createCustomer, { body: { name: scene.studio.marker } }),
  createContact: async (scene) =>
    byToken(scene, integrations.createContact, {
      params: { customerId: await customer(scene) },
      body: { name: scene.studio.marker },
    }),
  updateContact: async (scene) => {
    const customerId = await customer(scene);
    // The first contact has the client's id.
    const params = { customerId, contactId: customerId };
    return byToken(scene, integrations.updateContact, { params, body: { phone: '611' } });
  },
  listSessions: (scene) => byToken(scene, integrations.listSessions),
  getSession: async (scene) => byToken(scene, integrations.getSession, { params: { sessionId: await session(scene) } }),
  listGalleries: (scene) => byToken(scene, integrations.listGalleries),
  getGallery: (scene) => byToken(scene, integrations.getGallery, { params: { galleryId: scene.galleryId } }),
  createGallery: (scene) => byToken(scene, integrations.createGallery, { body: { name: scene.studio.marker } }),
  publishGallery: async (scene) =>
    byToken(scene, integrations.publishGallery, { params: { galleryId: (await gallery(scene)).id } }),
  listSections: (scene) => byToken(scene, integrations.listSections, { params: { galleryId: scene.galleryId } }),
  createSection: async (scene) =>
    byToken(scene, integrations.createSection, {
      params: { galleryId: (await gallery(scene)).id },
      body: { name: scene.studio.marker },
    }),
  listPhotos: (scene) => byToken(scene, integrations.listPhotos, { params: { galleryId: scene.galleryId } }),
  listSelections: (scene) => byToken(scene, integrations.listSelections, { params: { galleryId: scene.galleryId } }),
  getSelection: async (scene) =>
    byToken(scene, integrations.getSelection, { params: { selectionId: await selection(scene) } }),
  listPicks: async (scene) =>
    byToken(scene, integrations.listPicks, { params: { selectionId: await selection(scene) } }),
  listOrders: (scene) => byToken(scene, integrations.listOrders),
  listProposals: (scene) => byToken(scene, integrations.listProposals),
  listPayments: (scene) => byToken(scene, integrations.listPayments),
  openapi: (scene) => send(scene, integrations.openapi),
};
