import {
  LIVE_POLL_MS,
  LIVE_RETRIES,
  type LiveMessage,
  parseRoom,
  type Place,
  type Room,
} from '#core/domain/galleries/live.ts';
import { browserSignals, type PageSignals } from './page-signals.ts';
import { createRoomState, type RoomOptions, type RoomState } from './room.ts';
import { type LiveQuery, type LiveSocket, openSocket } from './socket.ts';

export type LiveStatus = 'disconnected' | 'connecting' | 'connected';

/** Membership in a room. */
export interface Joined {
  /** Tells the others what this page shows; empty for nothing. */
  at: (place: Place) => void;
  leave: () => void;
}

export interface Live {
  join: (room: Room, options: RoomOptions) => Joined;
  status: () => LiveStatus;
  /** For `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
}

export interface LiveOptions {
  query: LiveQuery;
  /** How often the joins are extended, in milliseconds. */
  renewalMs: number;
  /** Returns a member's fresh token. */
  token?: () => Promise<string | null>;
  signals?: PageSignals;
  random?: () => number;
  /** Replace the browser's class and address in tests. */
  WebSocket?: unknown;
  origin?: string;
}

/** Delays in milliseconds: of leaving a hidden page, of a missing reply (docs/specification.md#store-and-sockets). */
const HIDDEN_MS = 5000;
const REPLY_MS = 5000;
/** A room is left only after this time: the next screen may join it again. The same for the whole connection. */
const LEAVE_MS = 1000;
/** Minimum time between two messages about what a page shows. */
const PLACE_MS = 1000;
/** Time between two attempts after the retries have ended; up to half of it is added at random. */
const AGAIN_MS = 60_000;

interface Entry {
  options: RoomOptions;
  state: RoomState;
  /** `refused` polls, `denied` does not: a request over HTTP would be refused as well. */
  phase: 'left' | 'joining' | 'joined' | 'refused' | 'denied';
  place: Place;
  placeTold: Place;
  placeTimer: Timer;
  poll: Timer;
  leaving: Timer;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * Connects this page to the product socket while it is visible and has joined a room. Without a connection the rooms are
 * polled. Never throws: nothing on the page depends on it.
 */
export function createLive(options: LiveOptions): Live {
  const { renewalMs, token, signals = browserSignals, random = Math.random } = options;
  const entries = new Map<Room, Entry>();
  const listeners = new Set<() => void>();
  let socket: LiveSocket | null = null;
  let status: LiveStatus = 'disconnected';
  /** True from the end of the retries until the next opening. */
  let isPolling = false;
  /** Time before which the server wants no attempt; Infinity for none at all. */
  let notBefore = 0;
  /** Rooms that the last renewal was for: one that was joined later need not be in its answer. */
  let awaited: readonly Room[] = [];
  let [again, hidden, renewal, reply]: Timer[] = [];
  let unsubscribe = () => {};

  function publish(next: LiveStatus) {
    if (status === next) return;
    status = next;
    for (const listener of listeners) listener();
  }

  function connect(retries = LIVE_RETRIES) {
    clearTimeout(again);
    if (socket || notBefore === Infinity || entries.size === 0 || !signals.isVisible()) return;
    const wait = notBefore - Date.now();
    if (wait > 0) {
      again = setTimeout(connect, wait);
      return;
    }
    if (!isPolling) publish('connecting');
    socket = openSocket({ ...options, random, retries, onOpen, onMessage, onDown });
  }

  function onOpen() {
    isPolling = false;
    publish('connected');
    for (const [room, entry] of entries) if (entry.phase !== 'denied') join(room, entry);
    clearInterval(renewal);
    renewal = setInterval(() => void renew(), renewalMs);
  }

  function onDown(isLast: boolean) {
    forget();
    if (!isLast) {
      if (!isPolling) publish('connecting');
      return;
    }
    socket = null;
    startPolling();
    // One attempt: the rooms are polled meanwhile.
    again = setTimeout(() => connect(0), AGAIN_MS * (1 + random() / 2));
  }

  /** Forgets what holds for one connection only. */
  function forget() {
    for (const timer of [again, renewal, reply]) clearTimeout(timer);
    for (const entry of entries.values()) {
      entry.placeTold = '';
      if (entry.phase !== 'denied') entry.phase = 'left';
    }
  }

  /** Closes the connection without a further attempt. */
  function disconnect() {
    socket?.close();
    socket = null;
    forget();
    publish('disconnected');
  }

  function startPolling() {
    publish('disconnected');
    const isFirst = !isPolling;
    isPolling = true;
    for (const { state, options: own } of entries.values()) {
      own.onPeople?.([]);
      if (isFirst) state.ask();
    }
  }

  function join(room: Room, entry: Entry) {
    entry.phase = 'joining';
    socket?.send({ type: 'join', room });
  }

  function onMessage(message: LiveMessage) {
    if (message.type === 'bye') return onBye(message);
    if (message.type === 'renewed') return onRenewed(message.rooms);
    const entry = message.room === null ? undefined : entries.get(message.room);
    if (!entry) return;
    if (message.type === 'denied') return onDenied(entry, message.code);
    if (message.type === 'joined') {
      entry.phase = 'joined';
      tellPlace(message.room, entry);
    }
    entry.state.take(message);
  }

  function onDenied(entry: Entry, code: Parameters<NonNullable<RoomOptions['onRefused']>>[0]) {
    // Also the answer to a message too many about what the page shows.
    if (entry.phase === 'joined' && code === 'too_many_requests') return;
    entry.phase = code === 'too_many_requests' || code === 'limit_reached' ? 'refused' : 'denied';
    entry.options.onPeople?.([]);
    entry.options.onRefused?.(code);
  }

  function onBye({ code, retryAfter }: Extract<LiveMessage, { type: 'bye' }>) {
    disconnect();
    notBefore = retryAfter > 0 ? Date.now() + retryAfter * (1 + random() / 2) : Infinity;
    if (code === 'forbidden' && retryAfter === 0) for (const entry of entries.values()) onDenied(entry, code);
    else startPolling();
    connect();
  }

  /** Extends the joins. The answer also proves that the connection is alive. */
  async function renew() {
    const opened = socket;
    const joined = [...entries].filter(([, { phase }]) => phase === 'joined').map(([room]) => room);
    const fresh = token ? await token().catch(() => null) : null;
    if (!socket || socket !== opened || status !== 'connected') return;
    // Without a network the session may have no token for a while: the joins hold until the next renewals.
    if (token && fresh === null) return;
    awaited = joined;
    socket.send({ type: 'renew', ...(fresh !== null && { token: fresh }) });
    for (const [room, entry] of entries) if (entry.phase === 'refused') join(room, entry);
    clearTimeout(reply);
    reply = setTimeout(() => {
      disconnect();
      connect();
    }, REPLY_MS);
  }

  function onRenewed(rooms: readonly Room[]) {
    clearTimeout(reply);
    for (const room of awaited) {
      const entry = entries.get(room);
      if (entry?.phase === 'joined' && !rooms.includes(room)) onDenied(entry, 'forbidden');
    }
    awaited = [];
  }

  function tellPlace(room: Room, entry: Entry) {
    if (entry.placeTimer !== undefined || entry.phase !== 'joined' || entry.placeTold === entry.place) return;
    entry.placeTold = entry.place;
    socket?.send({ type: 'at', room, place: entry.place });
    entry.placeTimer = setTimeout(() => {
      entry.placeTimer = undefined;
      tellPlace(room, entry);
    }, PLACE_MS);
  }

  function poll(entry: Entry) {
    if (!signals.isVisible() || entry.phase === 'denied') return;
    if (isPolling || entry.phase === 'refused' || entry.state.isDue()) entry.state.ask();
  }

  function onSignal(signal: 'visibility' | 'online') {
    clearTimeout(hidden);
    if (!signals.isVisible()) {
      hidden = setTimeout(disconnect, HIDDEN_MS);
      return;
    }
    // The connection may have died while the device slept.
    if (status === 'connected') return void renew();
    if (signal === 'visibility') for (const entry of entries.values()) poll(entry);
    // An attempt after the retries has none of its own.
    if (isPolling) socket?.close();
    if (isPolling) socket = null;
    connect();
  }

  function open(room: Room, own: RoomOptions): Entry {
    const entry: Entry = {
      options: own,
      state: createRoomState(own),
      phase: 'left',
      place: '',
      placeTold: '',
      placeTimer: undefined,
      poll: undefined,
      leaving: undefined,
    };
    const kind = parseRoom(room)?.kind;
    if (kind && kind !== 'b') entry.poll = setInterval(() => poll(entry), LIVE_POLL_MS[kind]);
    if (entries.size === 0) unsubscribe = signals.subscribe(onSignal);
    entries.set(room, entry);
    if (status === 'connected') join(room, entry);
    else if (isPolling && signals.isVisible()) entry.state.ask();
    connect();
    return entry;
  }

  function close(room: Room, entry: Entry) {
    clearInterval(entry.poll);
    clearTimeout(entry.placeTimer);
    entry.state.end();
    entries.delete(room);
    if (entry.phase === 'joining' || entry.phase === 'joined') socket?.send({ type: 'leave', room });
    if (entries.size > 0) return;
    clearTimeout(hidden);
    unsubscribe();
    disconnect();
    isPolling = false;
  }

  return {
    join(room, own) {
      const known = entries.get(room);
      if (known) {
        // A page has one part for each room, and the next one replaces it. The answer names revision and people again.
        clearTimeout(known.leaving);
        known.state.end();
        Object.assign(known, { options: own, state: createRoomState(own), place: '' });
        if (status === 'connected') join(room, known);
      }
      const entry = known ?? open(room, own);
      return {
        at(place) {
          if (entry.options !== own) return;
          entry.place = place;
          tellPlace(room, entry);
        },
        leave() {
          if (entry.options !== own) return;
          // Messages from now on are for nobody.
          entry.state.end();
          clearTimeout(entry.leaving);
          entry.leaving = setTimeout(() => close(room, entry), LEAVE_MS);
        },
      };
    },
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
