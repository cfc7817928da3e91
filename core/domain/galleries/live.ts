/**
 * The product socket `/ws`. It carries hints and presence only: every write and every answer that matters travels over
 * HTTP, and pages without a socket poll `GET …/changes` or the request of their screen.
 */

/** Stage of the WebSocket API and path of the socket. */
export const LIVE_PATH = '/ws';

/** Retries: number, growth, bounds and connection timeout in milliseconds (docs/specification.md#store-and-sockets). */
export const LIVE_RETRIES = 5;
export const LIVE_GROWTH = 1.3;
export const LIVE_MIN_DELAY_MS = 1000;
export const LIVE_MAX_DELAY_MS = 30_000;
export const LIVE_TIMEOUT_MS = 4000;

/** Maximum size of a message by a browser and by the server, in bytes. */
export const MAX_LIVE_REQUEST = 8 * 1024;
export const MAX_LIVE_MESSAGE = 32 * 1024;
/** Maximum number of rooms of one connection: a gallery, its selections, a booking page. */
export const MAX_JOINS = 20;
/** Maximum number of people of a room that are named. */
export const MAX_PRESENT = 20;

/** How often a visitor's and a member's page renews its rooms, in milliseconds. */
export const VISITOR_RENEWAL_MS = 4 * 60_000;
export const MEMBER_RENEWAL_MS = 45_000;
/** Time that a join is good for without renewal, in milliseconds: as long as an image token. */
export const JOIN_MS = 5 * 60_000;

/** Polling without a socket, visible pages only, in milliseconds. */
export const LIVE_POLL_MS = { l: 10_000, s: 15_000, g: 20_000 } as const;
/** Maximum number of photos that one message or one answer of `changes` names. */
export const MAX_LIVE_PHOTOS = 50;

/** `l`: a list of picks · `g`: photos of a gallery during an event · `s`: a studio's slots · `b`: its back office. */
const ROOM_KINDS = ['l', 'g', 's', 'b'] as const;
export type RoomKind = (typeof ROOM_KINDS)[number];
/** `{kind}:{id}`: the id of a list, a gallery, or an account. */
export type Room = `${RoomKind}:${string}`;

/** Kinds of rows that a member may have open. */
export const RECORD_KINDS = ['customer', 'session', 'gallery'] as const;
/** The record that a person looks at: a photo's id in a list; `customer:ID`, `session:ID` or `gallery:ID` in the back office. */
export type OpenRecord = string;

/** A person in a room. `id`: of the person who chooses, or of the user. Several tabs are one person. */
export interface LivePerson {
  id: string;
  /** Empty for a person without a name. */
  name: string;
  /** Empty if nothing is open. */
  place: OpenRecord;
}

/** A message by the browser. */
export type LiveRequest =
  | { type: 'join'; room: Room }
  | { type: 'leave'; room: Room }
  /** Extends all joins; members send a fresh token. */
  | { type: 'renew'; token?: string }
  | { type: 'at'; room: Room; place: OpenRecord };

export type LiveDenial = 'forbidden' | 'not_found' | 'limit_reached' | 'too_many_requests' | 'invalid';

/** A message by the server. `Photo` is the public JSON of a photo. */
export type LiveMessage<Photo = unknown> =
  | { type: 'joined'; room: Room; rev: number; people: LivePerson[] }
  /** Something changed: ask by HTTP. Also sent when messages were left out. */
  | { type: 'changed'; room: Room; rev: number }
  /** Photos that became visible, each with its section; complete since `since`. */
  | { type: 'photos'; room: Room; rev: number; since: number; photos: Photo[] }
  | { type: 'here'; room: Room; people: LivePerson[] }
  /** All joins that still hold; a missing one was refused. */
  | { type: 'renewed'; rooms: Room[] }
  /** With `maximum` and `used` of a plan's limit: it ends when others leave, and the page asks by HTTP until then. */
  | { type: 'denied'; room: Room | null; code: LiveDenial; maximum?: number; used?: number }
  /** The server ends the connection. `retryAfter`: milliseconds; 0 means never. */
  | { type: 'bye'; code: 'ended' | 'forbidden' | 'busy'; retryAfter: number };

/** Returns kind and id of a room. */
export function parseRoom(room: string): { kind: RoomKind; id: string } | null {
  const match = /^([lgsb]):([0-9a-z]{10,26})$/.exec(room);
  return match ? { kind: match[1] as RoomKind, id: match[2]! } : null;
}
