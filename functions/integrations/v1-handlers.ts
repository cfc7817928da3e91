import { integrations } from '#core/api/integrations.ts';
import { ADDED_ROLES } from '#core/domain/clients/contacts.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeGalleryId, makeId } from '#core/domain/values/ids.ts';
import { readUsage } from '../insights/usage.ts';
import { random } from '../platform/auth/secrets.ts';
import type { Queryable } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { runMutation } from '../zero/run-mutation.ts';
import * as clients from './client-resources.ts';
import * as orders from './order-resources.ts';
import * as proposals from './proposal-resources.ts';
import * as galleries from './gallery-resources.ts';
import * as selections from './selection-resources.ts';

/** Returns the row. @throws AppError `not_found` alike for missing and foreign rows */
function found<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new AppError('not_found');
  return row;
}

/** Drops undefined fields, which mutators would take for given ones. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const account = defineHandler(integrations.account, async ({ services, caller }) => {
  const [row] = await services.db.query<{ id: string; name: string; slug: string; timeZone: string; currency: string }>(
    'select id, name, slug, time_zone as "timeZone", currency_code as currency from accounts where id = $1',
    [caller.accountId],
  );
  return { body: { ...found(row), scopes: [...(caller.scopes ?? [])], galleryId: caller.galleryId ?? null } };
});

export const usage = defineHandler(integrations.usage, async ({ services: { db, clock }, caller, query }) => {
  const { month, stored, trash, days } = await readUsage(db, caller.accountId, clock(), query.month);
  return { body: { month, storedBytes: stored, trashBytes: trash, days } };
});

export const listCustomers = defineHandler(integrations.listCustomers, async ({ services, caller, query }) => ({
  body: await clients.listCustomers(services.db, caller.accountId, query),
}));

export const getCustomer = defineHandler(integrations.getCustomer, async ({ services, caller, params }) => ({
  body: found(await clients.findCustomer(services.db, caller.accountId, params.customerId)),
}));

export const createCustomer = defineHandler(integrations.createCustomer, async ({ services, caller, body }) => {
  const { id = makeId(random), ...fields } = body;
  const find = () => clients.findCustomer(services.db, caller.accountId, id);
  // A repeated request.
  const before = body.id === undefined ? null : await find();
  if (before) return { body: before, status: 200 };
  await runMutation(services, caller, 'customers.create', { id, ...given(fields) });
  return { body: found(await find()) };
});

/** Returns a client with its contacts, of which one must have the id. @throws AppError `not_found` */
async function findContact(services: { db: Queryable }, accountId: string, customerId: string, contactId: string) {
  const customer = await clients.findCustomer(services.db, accountId, customerId);
  return customer?.contacts.some(({ id }) => id === contactId) ? customer : null;
}

export const createContact = defineHandler(integrations.createContact, async ({ services, caller, params, body }) => {
  const { customerId } = params;
  const { id = makeId(random), ...fields } = body;
  // A repeated request.
  const before = body.id === undefined ? null : await findContact(services, caller.accountId, customerId, id);
  if (before) return { body: before, status: 200 };
  const empty = { email: '', phone: '', language: null, ...ADDED_ROLES };
  await runMutation(services, caller, 'contacts.add', { ...empty, ...given(fields), id, customerId });
  return { body: found(await findContact(services, caller.accountId, customerId, id)) };
});

export const updateContact = defineHandler(integrations.updateContact, async ({ services, caller, params, body }) => {
  const { customerId, contactId: id } = params;
  found(await findContact(services, caller.accountId, customerId, id));
  await runMutation(services, caller, 'contacts.update', { id, changes: given(body) });
  return { body: found(await findContact(services, caller.accountId, customerId, id)) };
});

export const listSessions = defineHandler(integrations.listSessions, async ({ services, caller, query }) => ({
  body: await clients.listSessions(services.db, caller.accountId, query),
}));

export const getSession = defineHandler(integrations.getSession, async ({ services, caller, params }) => ({
  body: found(await clients.findSession(services.db, caller.accountId, params.sessionId)),
}));

export const listOrders = defineHandler(integrations.listOrders, async ({ services, caller, query }) => ({
  body: await orders.listOrders(services.db, caller.accountId, query),
}));

export const listProposals = defineHandler(integrations.listProposals, async ({ services, caller, query }) => ({
  body: await proposals.listProposals(services.db, caller.accountId, query, services.clock()),
}));

export const listPayments = defineHandler(integrations.listPayments, async ({ services, caller, query }) => ({
  body: await clients.listPayments(services.db, caller.accountId, query),
}));

export const listGalleries = defineHandler(integrations.listGalleries, async ({ services, caller, query }) => ({
  body: await galleries.listGalleries(services.db, caller.accountId, query, services.appOrigin),
}));

export const getGallery = defineHandler(integrations.getGallery, async ({ services, caller, params }) => ({
  body: found(await galleries.findGallery(services.db, caller.accountId, params.galleryId, services.appOrigin)),
}));

export const createGallery = defineHandler(integrations.createGallery, async ({ services, caller, body }) => {
  const id = makeGalleryId(random, caller.accountId);
  await runMutation(services, caller, 'galleries.create', { id, ...given(body) });
  return { body: found(await galleries.findGallery(services.db, caller.accountId, id, services.appOrigin)) };
});

export const publishGallery = defineHandler(integrations.publishGallery, async ({ services, caller, params }) => {
  const find = () => galleries.findGallery(services.db, caller.accountId, params.galleryId, services.appOrigin);
  const before = found(await find());
  if (before.status === 'published') return { body: before };
  await runMutation(services, caller, 'galleries.setStatus', { id: before.id, to: 'published' });
  return { body: found(await find()) };
});

/** @throws AppError `not_found` */
async function requireGallery(db: Queryable, accountId: string, galleryId: string): Promise<void> {
  const rows = await db.query('select from galleries where account_id = $1 and id = $2 and deleted_at is null', [
    accountId,
    galleryId,
  ]);
  found(rows[0]);
}

export const listSections = defineHandler(integrations.listSections, async ({ services, caller, params }) => {
  await requireGallery(services.db, caller.accountId, params.galleryId);
  return { body: { data: await galleries.listSections(services.db, caller.accountId, params.galleryId) } };
});

export const createSection = defineHandler(integrations.createSection, async ({ services, caller, params, body }) => {
  await requireGallery(services.db, caller.accountId, params.galleryId);
  const present = await galleries.listSections(services.db, caller.accountId, params.galleryId);
  const section = { id: makeId(random), name: body.name, isVisible: body.isVisible ?? true };
  const order = (present.at(-1)?.order ?? 0) + 1;
  await runMutation(services, caller, 'sections.create', { ...section, galleryId: params.galleryId, order });
  return { body: section };
});

export const listPhotos = defineHandler(integrations.listPhotos, async ({ services, caller, params, query }) => {
  await requireGallery(services.db, caller.accountId, params.galleryId);
  return { body: await galleries.listPhotos(services.db, caller.accountId, params.galleryId, query) };
});

export const listSelections = defineHandler(
  integrations.listSelections,
  async ({ services, caller, params, query }) => {
    await requireGallery(services.db, caller.accountId, params.galleryId);
    return { body: await selections.listSelections(services.db, caller.accountId, params.galleryId, query) };
  },
);

export const getSelection = defineHandler(integrations.getSelection, async ({ services, caller, params }) => ({
  body: found(await selections.findSelection(services.db, caller.accountId, params.selectionId)),
}));

export const listPicks = defineHandler(integrations.listPicks, async ({ services, caller, params, query }) => {
  found(await selections.findSelection(services.db, caller.accountId, params.selectionId));
  return { body: await selections.listPicks(services.db, caller.accountId, params.selectionId, query) };
});
