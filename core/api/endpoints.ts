import { accounts } from './accounts.ts';
import { archives } from './archives.ts';
import { booking } from './booking.ts';
import { calendar } from './calendar.ts';
import { contracts } from './contracts.ts';
import type { Endpoint } from './endpoint.ts';
import { fonts } from './fonts.ts';
import { live } from './live.ts';
import { logos } from './logos.ts';
import { galleries } from './galleries.ts';
import { images } from './images.ts';
import { insights } from './insights.ts';
import { integrations } from './integrations.ts';
import { invites } from './invites.ts';
import { me } from './me.ts';
import { members } from './members.ts';
import { payments } from './payments.ts';
import { plan } from './plan.ts';
import { portal } from './portal.ts';
import { proofing } from './proofing.ts';
import { proposals } from './proposals.ts';
import { publicPages } from './public.ts';
import { stripe } from './stripe.ts';
import { uploads } from './uploads.ts';
import { watermarks } from './watermarks.ts';
import { zero } from './zero.ts';

export { requestMethods } from './endpoint.ts';

/**
 * The HTTP contract. It routes requests in Lambda and the local function host, types the client, and requires a handler
 * per endpoint in `functions/handlers.ts`. A group is served by one function.
 */
export const endpoints = {
  accounts,
  archives,
  booking,
  calendar,
  contracts,
  fonts,
  logos,
  galleries,
  images,
  insights,
  integrations,
  invites,
  live,
  me,
  members,
  payments,
  plan,
  portal,
  proofing,
  proposals,
  publicPages,
  stripe,
  uploads,
  watermarks,
  zero,
} satisfies Record<string, Record<string, Endpoint>>;

export type Endpoints = typeof endpoints;
export type Group = keyof Endpoints;

/** Returns the name of the function that serves a group. */
export const functionOf = (group: Group): Exclude<Group, 'publicPages'> | 'public-pages' =>
  group === 'publicPages' ? 'public-pages' : group;
