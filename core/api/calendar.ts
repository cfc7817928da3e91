import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** A member's calendar feed, as shown to its owner. Its URL is returned only on creation. */
export const calendarFeed = z.object({
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** Time of a calendar program's last request; null if there was none. */
  lastReadAt: z.number().nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeed>;

export const calendar = {
  /**
   * The studio's sessions as `text/calendar`, for calendar programs that know the secret URL. Unknown and deleted URLs
   * answer `not_found`. The URL ends in a file name because some programs detect the format by it.
   */
  sessions: endpoint({
    method: 'GET',
    path: '/api/calendar/:token/sessions.ics',
    access: 'anyone',
    params: z.strictObject({ token: z.string().max(100) }),
  }),
  /** The caller's feed of this studio, or null. */
  own: endpoint({
    method: 'GET',
    path: '/api/calendar-feed',
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.read',
    response: z.object({ feed: calendarFeed.nullable() }),
  }),
  /** Creates the caller's feed and deletes the previous one. Only this response contains `url`. */
  create: endpoint({
    method: 'POST',
    path: '/api/calendar-feed',
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.read',
    recentSignIn: true,
    response: z.object({ url: z.url(), feed: calendarFeed }),
    status: 201,
  }),
  /** Deletes the caller's feed, if there is one. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/calendar-feed',
    whilePaused: true,
    access: 'member',
    channel: 'backoffice',
    capability: 'sessions.read',
    response: z.object({}),
  }),
};
