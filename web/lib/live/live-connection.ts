import {
  LIVE_POLL_MS,
  LIVE_RETRIES,
  type LiveMessage,
  parseRoom,
  type OpenRecord,
  type Room,
} from '#core/domain/galleries/live.ts';
import { browserSignals, type PageSignals } from './page-signals.ts';
import { type RoomOptions, RoomState } from './room.ts';
import { type LiveQuery, type LiveSocket, openSocket } from './socket.ts';

export type LiveStatus = 'disconnected' | 'connecting' | 'connected';

/** Membership in a room. */
export interface Joined {
  /** Tells the others what this page shows; empty for nothing. */
  at: (record: OpenRecord) => void;
  leave: () => void;
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
const RECORD_MS = 1000;
/** Time between two attempts after the retries have ended; up to half of it is added at random. */
const AGAIN_MS = 60_000;

interface Entry {
  options: RoomOptions;
  state: RoomState;
  /** `refused` polls, `denied` does not: a request over HTTP would be refused as well. */
  phase: 'left' | 'joining' | 'joined' | 'refused' | 'denied';
  record: OpenRecord;
  sentRecord: OpenRecord;
  recordTimer?: Timer;
  poll?: Timer;
  leaving?: Timer;
}

type Timer = ReturnType<typeof setTimeout> | undefined;

/**
 * Connects this page to the product socket while it is visible and has joined a room. Without a connection the rooms are
 * polled. Never throws: nothing on the page depends on it.
 */
export class Live {
  readonly #options: LiveOptions & { signals: PageSignals; random: () => number };
  readonly #entries = new Map<Room, Entry>();
  readonly #listeners = new Set<() => void>();
  #socket: LiveSocket | null = null;
  #status: LiveStatus = 'disconnected';
  /** True from the end of the retries until the next opening. */
  #isPolling = false;
  /** Time before which the server wants no attempt; Infinity for none at all. */
  #notBefore = 0;
  /** Rooms that the last renewal was for: one that was joined later need not be in its answer. */
  #awaited: readonly Room[] = [];
  #again: Timer;
  #hidden: Timer;
  #renewal: Timer;
  #reply: Timer;
  #unsubscribe = () => {};

  constructor(options: LiveOptions) {
    this.#options = { signals: browserSignals, random: Math.random, ...options };
  }

  /** For `useSyncExternalStore`. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  status = (): LiveStatus => this.#status;

  /** Joins a room. A page has one part for each room, and the next one replaces it. */
  join(room: Room, own: RoomOptions): Joined {
    const known = this.#entries.get(room);
    const entry = known ?? this.#open(room, own);
    if (known) this.#replace(room, known, own);
    return {
      at: (record) => {
        if (entry.options !== own) return;
        entry.record = record;
        this.#sendRecord(room, entry);
      },
      leave: () => {
        if (entry.options !== own) return;
        // Messages from now on are for nobody.
        entry.state.end();
        clearTimeout(entry.leaving);
        entry.leaving = setTimeout(() => this.#close(room, entry), LEAVE_MS);
      },
    };
  }

  #publish(next: LiveStatus) {
    if (this.#status === next) return;
    this.#status = next;
    for (const listener of this.#listeners) listener();
  }

  #connect(retries = LIVE_RETRIES) {
    clearTimeout(this.#again);
    if (this.#socket || this.#notBefore === Infinity || this.#entries.size === 0 || !this.#options.signals.isVisible())
      return;
    const wait = this.#notBefore - Date.now();
    if (wait > 0) {
      this.#again = setTimeout(() => this.#connect(), wait);
      return;
    }
    if (!this.#isPolling) this.#publish('connecting');
    this.#socket = openSocket({
      ...this.#options,
      retries,
      onOpen: () => this.#onOpen(),
      onMessage: (message) => this.#onMessage(message),
      onDown: (isLast) => this.#onDown(isLast),
    });
  }

  #onOpen() {
    this.#isPolling = false;
    this.#publish('connected');
    for (const [room, entry] of this.#entries) if (entry.phase !== 'denied') this.#sendJoin(room, entry);
    clearInterval(this.#renewal);
    this.#renewal = setInterval(() => void this.#renew(), this.#options.renewalMs);
  }

  #onDown(isLast: boolean) {
    this.#forget();
    if (!isLast) {
      if (!this.#isPolling) this.#publish('connecting');
      return;
    }
    this.#socket = null;
    this.#startPolling();
    // One attempt: the rooms are polled meanwhile.
    this.#again = setTimeout(() => this.#connect(0), AGAIN_MS * (1 + this.#options.random() / 2));
  }

  /** Forgets what holds for one connection only. */
  #forget() {
    for (const timer of [this.#again, this.#renewal, this.#reply]) clearTimeout(timer);
    for (const entry of this.#entries.values()) {
      entry.sentRecord = '';
      if (entry.phase !== 'denied') entry.phase = 'left';
    }
  }

  /** Closes the connection without a further attempt. */
  #disconnect() {
    this.#socket?.close();
    this.#socket = null;
    this.#forget();
    this.#publish('disconnected');
  }

  #startPolling() {
    this.#publish('disconnected');
    const isFirst = !this.#isPolling;
    this.#isPolling = true;
    for (const { state, options: own } of this.#entries.values()) {
      own.onPeople?.([]);
      if (isFirst) state.ask();
    }
  }

  #sendJoin(room: Room, entry: Entry) {
    entry.phase = 'joining';
    this.#socket?.send({ type: 'join', room });
  }

  #onMessage(message: LiveMessage) {
    if (message.type === 'bye') return this.#onBye(message);
    if (message.type === 'renewed') return this.#onRenewed(message.rooms);
    const entry = message.room === null ? undefined : this.#entries.get(message.room);
    if (!entry) return;
    if (message.type === 'denied') return this.#onDenied(entry, message.code);
    if (message.type === 'joined') {
      entry.phase = 'joined';
      this.#sendRecord(message.room, entry);
    }
    entry.state.take(message);
  }

  #onDenied(entry: Entry, code: Parameters<NonNullable<RoomOptions['onRefused']>>[0]) {
    // Also the answer to a message too many about what the page shows.
    if (entry.phase === 'joined' && code === 'too_many_requests') return;
    entry.phase = code === 'too_many_requests' || code === 'limit_reached' ? 'refused' : 'denied';
    entry.options.onPeople?.([]);
    entry.options.onRefused?.(code);
  }

  #onBye({ code, retryAfter }: Extract<LiveMessage, { type: 'bye' }>) {
    this.#disconnect();
    this.#notBefore = retryAfter > 0 ? Date.now() + retryAfter * (1 + this.#options.random() / 2) : Infinity;
    if (code === 'forbidden' && retryAfter === 0)
      for (const entry of this.#entries.values()) this.#onDenied(entry, code);
    else this.#startPolling();
    this.#connect();
  }

  /** Extends the joins. The answer also proves that the connection is alive. */
  async #renew() {
    const opened = this.#socket;
    const { token } = this.#options;
    const joined = [...this.#entries].filter(([, { phase }]) => phase === 'joined').map(([room]) => room);
    const fresh = token ? await token().catch(() => null) : null;
    if (!this.#socket || this.#socket !== opened || this.#status !== 'connected') return;
    // Without a network the session may have no token for a while: the joins hold until the next renewals.
    if (token && fresh === null) return;
    this.#awaited = joined;
    this.#socket.send({ type: 'renew', ...(fresh !== null && { token: fresh }) });
    for (const [room, entry] of this.#entries) if (entry.phase === 'refused') this.#sendJoin(room, entry);
    clearTimeout(this.#reply);
    this.#reply = setTimeout(() => {
      this.#disconnect();
      this.#connect();
    }, REPLY_MS);
  }

  #onRenewed(rooms: readonly Room[]) {
    clearTimeout(this.#reply);
    for (const room of this.#awaited) {
      const entry = this.#entries.get(room);
      if (entry?.phase === 'joined' && !rooms.includes(room)) this.#onDenied(entry, 'forbidden');
    }
    this.#awaited = [];
  }

  #sendRecord(room: Room, entry: Entry) {
    if (entry.recordTimer !== undefined || entry.phase !== 'joined' || entry.sentRecord === entry.record) return;
    entry.sentRecord = entry.record;
    this.#socket?.send({ type: 'at', room, place: entry.record });
    entry.recordTimer = setTimeout(() => {
      entry.recordTimer = undefined;
      this.#sendRecord(room, entry);
    }, RECORD_MS);
  }

  #poll(entry: Entry) {
    if (!this.#options.signals.isVisible() || entry.phase === 'denied') return;
    if (this.#isPolling || entry.phase === 'refused' || entry.state.isDue()) entry.state.ask();
  }

  #onSignal(signal: 'visibility' | 'online') {
    clearTimeout(this.#hidden);
    if (!this.#options.signals.isVisible()) {
      this.#hidden = setTimeout(() => this.#disconnect(), HIDDEN_MS);
      return;
    }
    // The connection may have died while the device slept.
    if (this.#status === 'connected') return void this.#renew();
    if (signal === 'visibility') for (const entry of this.#entries.values()) this.#poll(entry);
    // An attempt after the retries has none of its own.
    if (this.#isPolling) this.#socket?.close();
    if (this.#isPolling) this.#socket = null;
    this.#connect();
  }

  #open(room: Room, own: RoomOptions): Entry {
    const entry: Entry = { options: own, state: new RoomState(own), phase: 'left', record: '', sentRecord: '' };
    const kind = parseRoom(room)?.kind;
    if (kind && kind !== 'b') entry.poll = setInterval(() => this.#poll(entry), LIVE_POLL_MS[kind]);
    if (this.#entries.size === 0)
      this.#unsubscribe = this.#options.signals.subscribe((signal) => this.#onSignal(signal));
    this.#entries.set(room, entry);
    if (this.#status === 'connected') this.#sendJoin(room, entry);
    else if (this.#isPolling && this.#options.signals.isVisible()) entry.state.ask();
    this.#connect();
    return entry;
  }

  /** Gives a room to the next part of the page. The answer to the join names revision and people again. */
  #replace(room: Room, entry: Entry, own: RoomOptions) {
    clearTimeout(entry.leaving);
    entry.state.end();
    Object.assign(entry, { options: own, state: new RoomState(own), record: '' });
    if (this.#status === 'connected') this.#sendJoin(room, entry);
  }

  #close(room: Room, entry: Entry) {
    clearInterval(entry.poll);
    clearTimeout(entry.recordTimer);
    entry.state.end();
    this.#entries.delete(room);
    if (entry.phase === 'joining' || entry.phase === 'joined') this.#socket?.send({ type: 'leave', room });
    if (this.#entries.size > 0) return;
    clearTimeout(this.#hidden);
    this.#unsubscribe();
    this.#disconnect();
    this.#isPolling = false;
  }
}
