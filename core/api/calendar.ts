import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A member's calendar feed, as its owner sees it; the address itself is shown once, when it is made. */
export const calendarFeed = z.object({
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** When a calendar program last asked for it; null: never. */
  lastReadAt: z.number().nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

export const calendar = {
  /**
   * The studio's sessions, to calendar programs that know the secret address: `text/calendar`. Unknown and ended
   * addresses answer `not_found`. The address ends in a file's name, by which programs know what it is.
   */
  sessions: endpoint({
    method: 'GET',
    path: '/api/calendar/:token/sessions.ics',
    access: 'anyone',
    params: z.strictObject({ token: z.string().max(100) }),
  }),
  /** Whether the caller has a feed of this studio. */
  own: endpoint({
    method: 'GET',
    path: '/api/calendar-feed',
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.read',
    response: z.object({ feed: calendarFeed.nullable() }),
  }),
  /** Makes the caller's feed; a former one of theirs ends. `url` is told here and never again. */
  create: endpoint({
    method: 'POST',
    path: '/api/calendar-feed',
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.read',
    response: z.object({ url: z.url(), feed: calendarFeed }),
    status: 201,
  }),
  /** Ends the caller's feed, if there is one. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/calendar-feed',
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.read',
    response: z.object({}),
  }),
};
