import { accounts } from './accounts.ts';
import { archives } from './archives.ts';
import { booking } from './booking.ts';
import { calendar } from './calendar.ts';
import type { Endpoint } from './endpoint.ts';
import { galleries } from './galleries.ts';
import { images } from './images.ts';
import { invites } from './invites.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { payments } from './payments.ts';
import { publicPages } from './public.ts';
import { uploads } from './uploads.ts';
import { watermarks } from './watermarks.ts';
import { zero } from './zero.ts';

/**
 * The whole HTTP contract. It routes Lambda and the function host, types the client, and asks for a handler each:
 * a group is a function (`functions/api/<group>.ts`, `functions/zero`), an entry one of its exports.
 */
export const endpoints = {
  accounts,
  archives,
  booking,
  calendar,
  galleries,
  images,
  invites,
  me,
  members,
  payments,
  publicPages,
  uploads,
  watermarks,
  zero,
} satisfies Record<string, Record<string, Endpoint>>;

export type Endpoints = typeof endpoints;
export type Group = keyof Endpoints;
