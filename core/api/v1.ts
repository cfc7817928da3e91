import { z } from 'zod';
import { contactChanges, contactFields } from '../domain/clients/contacts.ts';
import { customerFields } from '../domain/clients/customers.ts';
import { galleryName, galleryStatus } from '../domain/galleries/galleries.ts';
import { rowId } from '../domain/values/ids.ts';
import { photoStatus } from '../domain/photos/photos.ts';
import { instant } from '../domain/values/primitives.ts';
import { usageMonth } from '../domain/studio/usage.ts';
import { sectionName } from '../domain/galleries/sections.ts';
import { endpoint } from './endpoint.ts';
import {
  accountResource,
  customerResource,
  galleryResource,
  orderResource,
  paymentResource,
  proposalResource,
  photoResource,
  pickResource,
  sectionResource,
  selectionResource,
  sessionResource,
  usageResource,
} from './v1-resources.ts';

const MAX_PAGE = 200;

/** Query fields of every list. */
const page = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50).meta({ description: 'Items of a page.' }),
  cursor: z
    .string()
    .max(200)
    .optional()
    .meta({ description: '`nextCursor` of the previous page; the other parameters must stay the same.' }),
};

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  });

/** A time with its zone; the handler gets epoch milliseconds. */
const time = z.iso
  .datetime({ offset: true })
  .meta({ description: 'ISO 8601 with a zone, for example 2026-05-01T00:00:00Z.' })
  .transform((value) => Date.parse(value))
  .pipe(instant);

/** Any short string: unknown, foreign and malformed ids get the same answer. */
const id = z.string().max(100);
const inGallery = z.strictObject({ galleryId: id });
const ofList = z.strictObject({ selectionId: id });

/** An id that the caller makes, so that a repeated request creates nothing twice. */
const ownId = rowId
  .optional()
  .meta({ description: 'An id of your own, 20 letters of 0-9 a-z without i, l, o, u: repeating the request is safe.' });

/** Endpoints for other programs, which send a token. A write runs the mutators of the back office. */
export const v1 = {
  account: endpoint({
    method: 'GET',
    path: '/api/v1/account',
    access: 'token',
    scope: 'any',
    capability: 'account.read',
    summary: 'The token’s studio',
    description: 'Any token may call it: use it to test a connection.',
    response: accountResource,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/v1/usage',
    access: 'token',
    scope: 'any',
    capability: 'account.read',
    summary: 'What the studio stores and its clients download',
    description: 'By UTC day of a month; the present month if none is given.',
    query: z.strictObject({ month: usageMonth.optional().meta({ description: 'A month, for example 2026-05.' }) }),
    response: usageResource,
  }),
  listCustomers: endpoint({
    method: 'GET',
    path: '/api/v1/customers',
    access: 'token',
    scope: 'customers:read',
    capability: 'customers.read',
    summary: 'Lists clients, the newest first',
    query: z.strictObject({
      ...page,
      email: z.string().max(320).optional().meta({ description: 'Only clients with this address.' }),
    }),
    response: pageOf(customerResource),
  }),
  getCustomer: endpoint({
    method: 'GET',
    path: '/api/v1/customers/:customerId',
    access: 'token',
    scope: 'customers:read',
    capability: 'customers.read',
    summary: 'A client',
    params: z.strictObject({ customerId: id }),
    response: customerResource,
  }),
  createCustomer: endpoint({
    method: 'POST',
    path: '/api/v1/customers',
    access: 'token',
    scope: 'customers:write',
    capability: 'customers.write',
    summary: 'Creates a client',
    body: customerFields.partial().required({ name: true }).extend({ id: ownId }),
    response: customerResource,
    status: 201,
    repeatedStatus: 200,
  }),
  createContact: endpoint({
    method: 'POST',
    path: '/api/v1/customers/:customerId/contacts',
    access: 'token',
    scope: 'customers:write',
    capability: 'customers.write',
    summary: 'Adds a person to a client',
    description: 'Mails of their roles go to them from now on. Unsigned contracts ask them too if they sign.',
    params: z.strictObject({ customerId: id }),
    body: contactFields.partial().extend({ name: contactFields.shape.name.min(1), id: ownId }),
    response: customerResource,
    status: 201,
    repeatedStatus: 200,
  }),
  updateContact: endpoint({
    method: 'PATCH',
    path: '/api/v1/customers/:customerId/contacts/:contactId',
    access: 'token',
    scope: 'customers:write',
    capability: 'customers.write',
    summary: 'Changes a person of a client',
    description: 'The first one has the client’s email and phone: a change of these changes the client too.',
    params: z.strictObject({ customerId: id, contactId: id }),
    body: contactChanges,
    response: customerResource,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/v1/sessions',
    access: 'token',
    scope: 'sessions:read',
    capability: 'sessions.read',
    summary: 'Lists sessions by their start',
    query: z.strictObject({
      ...page,
      from: time.optional(),
      to: time.optional(),
      customerId: id.optional(),
    }),
    response: pageOf(sessionResource),
  }),
  getSession: endpoint({
    method: 'GET',
    path: '/api/v1/sessions/:sessionId',
    access: 'token',
    scope: 'sessions:read',
    capability: 'sessions.read',
    summary: 'A session',
    params: z.strictObject({ sessionId: id }),
    response: sessionResource,
  }),
  listGalleries: endpoint({
    method: 'GET',
    path: '/api/v1/galleries',
    access: 'token',
    scope: 'galleries:read',
    capability: 'galleries.read',
    summary: 'Lists galleries, the newest first',
    query: z.strictObject({ ...page, status: galleryStatus.optional() }),
    response: pageOf(galleryResource),
  }),
  getGallery: endpoint({
    method: 'GET',
    path: '/api/v1/galleries/:galleryId',
    access: 'token',
    scope: 'galleries:read',
    capability: 'galleries.read',
    summary: 'A gallery',
    params: inGallery,
    response: galleryResource,
  }),
  createGallery: endpoint({
    method: 'POST',
    path: '/api/v1/galleries',
    access: 'token',
    scope: 'galleries:write',
    capability: 'galleries.write',
    summary: 'Creates a gallery as a draft',
    body: z.strictObject({
      name: galleryName,
      description: z.string().max(4000).optional(),
      customerId: rowId.nullable().optional(),
      date: time.nullable().optional(),
    }),
    response: galleryResource,
    status: 201,
  }),
  publishGallery: endpoint({
    method: 'POST',
    path: '/api/v1/galleries/:galleryId/publish',
    access: 'token',
    scope: 'galleries:write',
    capability: 'galleries.publish',
    summary: 'Publishes a gallery',
    description: 'Safe to repeat. It sends no invitations.',
    params: inGallery,
    response: galleryResource,
  }),
  listSections: endpoint({
    method: 'GET',
    path: '/api/v1/galleries/:galleryId/sections',
    access: 'token',
    scope: 'galleries:read',
    capability: 'galleries.read',
    summary: 'Lists a gallery’s sections in their order',
    params: inGallery,
    response: z.object({ data: z.array(sectionResource) }),
  }),
  createSection: endpoint({
    method: 'POST',
    path: '/api/v1/galleries/:galleryId/sections',
    access: 'token',
    scope: 'galleries:write',
    capability: 'galleries.write',
    summary: 'Adds a section at the end of a gallery',
    params: inGallery,
    body: z.strictObject({ name: sectionName, isVisible: z.boolean().optional() }),
    response: sectionResource,
    status: 201,
  }),
  listPhotos: endpoint({
    method: 'GET',
    path: '/api/v1/galleries/:galleryId/photos',
    access: 'token',
    scope: 'galleries:read',
    capability: 'photos.read',
    summary: 'Lists a gallery’s photos, the first uploaded first',
    params: inGallery,
    query: z.strictObject({ ...page, status: photoStatus.optional() }),
    response: pageOf(photoResource),
  }),
  listSelections: endpoint({
    method: 'GET',
    path: '/api/v1/galleries/:galleryId/selections',
    access: 'token',
    scope: 'selections:read',
    capability: 'galleries.read',
    summary: 'Lists a gallery’s selections and favourites',
    params: inGallery,
    query: z.strictObject(page),
    response: pageOf(selectionResource),
  }),
  getSelection: endpoint({
    method: 'GET',
    path: '/api/v1/selections/:selectionId',
    access: 'token',
    scope: 'selections:read',
    capability: 'galleries.read',
    summary: 'A selection',
    params: ofList,
    response: selectionResource,
  }),
  listPicks: endpoint({
    method: 'GET',
    path: '/api/v1/selections/:selectionId/photos',
    access: 'token',
    scope: 'selections:read',
    capability: 'galleries.read',
    summary: 'Lists what people chose in a selection',
    description: 'One item for each photo and person. A plug-in finds the photos in its catalogue by `sourceFilename`.',
    params: ofList,
    query: z.strictObject(page),
    response: pageOf(pickResource),
  }),
  listOrders: endpoint({
    method: 'GET',
    path: '/api/v1/orders',
    access: 'token',
    scope: 'payments:read',
    capability: 'money.all',
    summary: 'Lists what clients are charged, with payment plans',
    query: z.strictObject({ ...page, customerId: rowId.optional() }),
    response: pageOf(orderResource),
  }),
  listProposals: endpoint({
    method: 'GET',
    path: '/api/v1/proposals',
    access: 'token',
    scope: 'payments:read',
    capability: 'money.all',
    summary: 'Lists proposals that were sent',
    query: z.strictObject({ ...page, customerId: rowId.optional() }),
    response: pageOf(proposalResource),
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/api/v1/payments',
    access: 'token',
    scope: 'payments:read',
    capability: 'money.all',
    summary: 'Lists payments and refunds by date',
    query: z.strictObject({ ...page, from: time.optional(), to: time.optional() }),
    response: pageOf(paymentResource),
  }),
};
