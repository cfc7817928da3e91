import type { Endpoints, Group } from '#core/api/endpoints.ts';
import { close, closed, restore } from './accounts/close-account.ts';
import { exportData, exportLink } from './accounts/export-handlers.ts';
import * as accounts from './accounts/handlers.ts';
import * as archives from './archives/handlers.ts';
import { book, hold, release, slots, types } from './booking/handlers.ts';
import {
  appointment,
  cancel as cancelBooking,
  managed,
  reschedule,
  rescheduleSlots,
} from './booking/manage-handlers.ts';
import * as calendar from './calendar/handlers.ts';
import * as galleries from './galleries/handlers.ts';
import * as images from './galleries/image-token-handlers.ts';
import * as invites from './galleries/invites.ts';
import { download, gallery, studio, views } from './galleries/public-handlers.ts';
import { verify } from './galleries/verify-access.ts';
import * as me from './me/handlers.ts';
import * as ownInvites from './me/invites.ts';
import * as members from './members/handlers.ts';
import * as teamInvites from './members/invites.ts';
import * as payments from './payments/handlers.ts';
import type { Handlers, LambdaHandler } from './platform/http/handler.ts';
import { createGroup, type GroupHandlers } from './platform/http/router.ts';
import type { Services } from './platform/services.ts';
import { cancel, complete, presign, single } from './uploads/handlers.ts';
import * as watermarks from './watermarks/handlers.ts';
import { mutate, query } from './zero/handlers.ts';

/** The handler of every endpoint of the contract; a missing or misplaced one does not compile. */
export const handlers = {
  accounts: { ...accounts, close, closed, restore, exportData, exportLink },
  archives,
  booking: {
    types,
    slots,
    hold,
    release,
    book,
    managed,
    appointment,
    rescheduleSlots,
    reschedule,
    cancel: cancelBooking,
  },
  calendar,
  galleries,
  images,
  invites,
  me: { ...me, ...ownInvites },
  members: { ...members, ...teamInvites },
  payments,
  publicPages: { studio, gallery, verify, views, download },
  uploads: { presign, complete, cancel, single },
  watermarks,
  zero: { query, mutate },
} satisfies Handlers<Endpoints>;

/** Returns the functions of all groups on the given services, for one process that serves the whole API. */
export function createGroups(services: Services): Readonly<Record<Group, LambdaHandler>> {
  const create = <G extends Group>(group: G) => createGroup<G>(handlers[group] as GroupHandlers<G>, services);
  return {
    accounts: create('accounts'),
    archives: create('archives'),
    booking: create('booking'),
    calendar: create('calendar'),
    galleries: create('galleries'),
    images: create('images'),
    invites: create('invites'),
    me: create('me'),
    members: create('members'),
    payments: create('payments'),
    publicPages: create('publicPages'),
    uploads: create('uploads'),
    watermarks: create('watermarks'),
    zero: create('zero'),
  };
}
