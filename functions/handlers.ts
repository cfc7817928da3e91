import type { Endpoints, Group } from '#core/api/endpoints.ts';
import { close, closed, restore } from './api/account-end.ts';
import { exportData, exportLink } from './api/account-exports.ts';
import * as accounts from './api/accounts.ts';
import * as archives from './api/archives.ts';
import { hold, release, slots, types } from './api/booking.ts';
import { appointment } from './api/booking-appointment.ts';
import { book } from './api/booking-book.ts';
import {
  cancel as cancelBooking,
  rescheduleSlots as rescheduleSlots,
  managed as managed,
  reschedule,
} from './api/booking-links.ts';
import * as calendar from './api/calendar.ts';
import { verify } from './api/door.ts';
import * as galleries from './api/galleries.ts';
import * as images from './api/images.ts';
import * as invites from './api/invites.ts';
import * as me from './api/me.ts';
import * as members from './api/members.ts';
import * as ownInvites from './api/own-invites.ts';
import * as payments from './api/payments.ts';
import { download, gallery, studio, views } from './api/public.ts';
import * as teamInvites from './api/team-invites.ts';
import { single } from './api/upload-single.ts';
import { cancel, complete, presign } from './api/uploads.ts';
import * as watermarks from './api/watermarks.ts';
import { createGroup, type GroupHandlers } from './http-api.ts';
import type { Handlers, LambdaHandler } from './lib/http.ts';
import type { Services } from './lib/services.ts';
import { mutate } from './zero/mutate.ts';
import { query } from './zero/query.ts';

/** What answers each endpoint of the contract; one that is forgotten, or put in another's place, does not compile. */
export const handlers = {
  accounts: { ...accounts, close, closed, restore, exportData, exportLink },
  archives,
  booking: {
    types,
    slots,
    hold,
    release,
    book,
    managed: managed,
    appointment,
    rescheduleSlots: rescheduleSlots,
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

/** Every group's function on the given services: all that is deployed, for one process that answers for all. */
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
