import type { Endpoints, Group } from '#core/api/endpoints.ts';
import * as accounts from './accounts/handlers.ts';
import * as archives from './archives/handlers.ts';
import * as booking from './booking/handlers.ts';
import * as calendar from './calendar/handlers.ts';
import * as fonts from './fonts/handlers.ts';
import * as galleries from './galleries/handlers.ts';
import * as images from './galleries/image-token-handlers.ts';
import * as invites from './galleries/invites.ts';
import * as publicPages from './galleries/public-handlers.ts';
import * as insights from './insights/handlers.ts';
import * as integrations from './integrations/handlers.ts';
import * as live from './live/handlers.ts';
import * as logos from './logos/handlers.ts';
import * as me from './me/handlers.ts';
import * as members from './members/handlers.ts';
import * as payments from './payments/handlers.ts';
import type { Handlers, LambdaHandler } from './platform/http/handler.ts';
import { createGroup } from './platform/http/router.ts';
import type { Services } from './platform/services.ts';
import * as plan from './plans/handlers.ts';
import * as portal from './portal/handlers.ts';
import * as proofing from './proofing/handlers.ts';
import * as proposals from './proposals/handlers.ts';
import * as contracts from './signing/handlers.ts';
import * as stripe from './stripe/handlers.ts';
import * as uploads from './uploads/handlers.ts';
import * as watermarks from './watermarks/handlers.ts';
import { mutate } from './zero/mutate.ts';
import { query } from './zero/query.ts';

/** The handler of every endpoint of the contract; a missing or one in the wrong group does not compile. */
const handlers = {
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
  zero: { mutate, query },
} satisfies Handlers<Endpoints>;

/** Returns the functions of all groups on the given services, for one process that serves the whole API. */
export function createGroups(services: Services): Readonly<Record<Group, LambdaHandler>> {
  const groups = Object.entries(handlers).map(([group, table]) => [group, createGroup(table, services)]);
  return Object.fromEntries(groups) as Record<Group, LambdaHandler>;
}
