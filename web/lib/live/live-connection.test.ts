import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  LIVE_POLL_MS,
  type LiveMessage,
  type LivePerson,
  type LiveRequest,
  type Room,
  VISITOR_RENEWAL_MS,
} from '#core/domain/galleries/live.ts';
import { Live } from './live-connection.ts';
import type { PageSignals } from './page-signals.ts';

/** The server's end of one connection. Messages arrive in the next task, as over a network. */
class FakeSocket extends EventTarget {
  binaryType = 'blob';
  bufferedAmount = 0;
  extensions = '';
  protocol = '';
  readyState = 0;
  readonly server: FakeServer;
  readonly url: string;
  readonly rooms = new Set<Room>();

  constructor(server: FakeServer, url: string) {
    super();
    this.server = server;
    this.url = url;
    server.sockets.push(this);
    setTimeout(() => {
      if (this.readyState !== 0 || server.isSilent) return;
      if (server.isDown) return this.fail();
      this.readyState = 1;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(data: string) {
    const request = JSON.parse(data) as LiveRequest;
    this.server.requests.push(request);
    setTimeout(() => this.readyState === 1 && !this.server.isSilent && this.server.answer(this, request));
  }

  /** By the browser. */
  close() {
    this.readyState = 3;
  }

  /** By the server or the network. */
  fail() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(new Event('error'));
    this.dispatchEvent(new Event('close'));
  }

  tell(message: LiveMessage) {
    setTimeout(() => {
      if (this.readyState === 1) this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    });
  }
}

/** A server of rooms for tests, with a log of photos as the only data. */
class FakeServer {
  readonly sockets: FakeSocket[] = [];
  readonly requests: LiveRequest[] = [];
  readonly people: LivePerson[] = [];
  /** Photos of the only gallery: the revision is their number. */
  readonly photos: string[] = [];
  /** True: connections fail. */
  isDown = false;
  /** True: nothing is answered, as on a half-open link. */
  isSilent = false;
  refuses: (room: Room) => boolean = () => false;

  /** For `LiveOptions`. */
  readonly WebSocket = this.socketClass();

  private socketClass() {
    const server = this as FakeServer;
    return class extends FakeSocket {
      constructor(url: string) {
        super(server, url);
      }
    };
  }

  get open(): FakeSocket[] {
    return this.sockets.filter(({ readyState }) => readyState === 1);
  }

  types(type: LiveRequest['type']): LiveRequest[] {
    return this.requests.filter((request) => request.type === type);
  }

  answer(socket: FakeSocket, request: LiveRequest) {
    if (request.type === 'renew') return socket.tell({ type: 'renewed', rooms: [...socket.rooms] });
    if (request.type === 'leave') return void socket.rooms.delete(request.room);
    if (request.type === 'at') return;
    if (this.refuses(request.room)) return socket.tell({ type: 'denied', room: request.room, code: 'forbidden' });
    socket.rooms.add(request.room);
    socket.tell({ type: 'joined', room: request.room, rev: this.photos.length, people: this.people });
  }

  /** Publishes photos and tells everybody in the room. */
  publish(room: Room, ...photos: string[]) {
    const since = this.photos.length;
    this.photos.push(...photos);
    for (const socket of this.open) {
      if (socket.rooms.has(room)) socket.tell({ type: 'photos', room, rev: this.photos.length, since, photos });
    }
  }

  /** Says that something has changed. */
  hint(room: Room, rev: number) {
    for (const socket of this.open) if (socket.rooms.has(room)) socket.tell({ type: 'changed', room, rev });
  }

  /** Ends all connections. */
  kill() {
    for (const socket of this.open) socket.fail();
  }
}

/** A page that tests show and hide. */
class FakePage implements PageSignals {
  private visible = true;
  private readonly listeners = new Set<(signal: 'visibility' | 'online') => void>();

  isVisible = () => this.visible;
  subscribe = (listener: (signal: 'visibility' | 'online') => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  show(visible: boolean) {
    this.visible = visible;
    this.signal('visibility');
  }

  signal(signal: 'visibility' | 'online') {
    for (const listener of this.listeners) listener(signal);
  }
}

const ROOM: Room = 'g:0123456789';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A page with one gallery's room, joined at revision 0. */
function setUp({ server = new FakeServer(), random = 0, token }: SetUp = {}) {
  const page = new FakePage();
  const shown: string[] = [];
  /** Photos by messages, in their order. */
  const told: unknown[] = [];
  const asked: number[] = [];
  const people: LivePerson[][] = [];
  const refused: string[] = [];
  let fails = false;
  const live = new Live({
    query: () => Promise.resolve({ channel: 'public' }),
    renewalMs: VISITOR_RENEWAL_MS,
    signals: page,
    random: () => random,
    WebSocket: server.WebSocket,
    origin: 'https://albumen.test',
    ...(token && { token }),
  });
  const take = (photos: readonly unknown[]) => {
    for (const photo of photos as string[]) if (!shown.includes(photo)) shown.push(photo);
  };
  const options = () => ({
    rev: 0,
    ask: (since: number) => {
      asked.push(since);
      if (fails) return Promise.reject(new Error('network'));
      const [rev, news] = [server.photos.length, server.photos.slice(since)];
      return new Promise<number>((resolve) =>
        setTimeout(() => {
          take(news);
          resolve(rev);
        }, 50),
      );
    },
    onPhotos: (photos: unknown[]) => {
      told.push(...photos);
      take(photos);
    },
    onPeople: (all: LivePerson[]) => people.push(all),
    onRefused: (code: string) => refused.push(code),
  });
  const room = live.join(ROOM, options());
  const failHttp = (value: boolean) => {
    fails = value;
  };
  return { server, page, live, room, shown, told, asked, people, refused, options, failHttp };
}

interface SetUp {
  server?: FakeServer;
  random?: number;
  token?: () => Promise<string | null>;
}

describe('a connection', () => {
  it('joins its rooms and passes on photos', async () => {
    const { server, live, shown, asked } = setUp();
    expect(live.status()).toBe('connecting');
    await after(10);
    expect(live.status()).toBe('connected');
    expect(server.sockets.map(({ url }) => url)).toEqual(['wss://albumen.test/ws?channel=public']);
    server.publish(ROOM, 'a', 'b');
    await after(10);
    expect(shown).toEqual(['a', 'b']);
    expect(asked).toEqual([]);
  });

  it('asks for what was published before it joined', async () => {
    const server = new FakeServer();
    server.photos.push('a', 'b');
    const { shown, asked } = setUp({ server });
    await after(100);
    expect(asked).toEqual([0]);
    expect(shown).toEqual(['a', 'b']);
  });

  it('asks once for several hints, again for one during the request, and never for an old one', async () => {
    const { server, asked, shown } = setUp();
    await after(10);
    server.photos.push('a', 'b');
    for (const rev of [1, 2]) server.hint(ROOM, rev);
    await after(20);
    server.photos.push('c');
    server.hint(ROOM, 3);
    await after(200);
    expect(asked).toEqual([0, 2]);
    expect(shown).toEqual(['a', 'b', 'c']);
    server.hint(ROOM, 2);
    await after(200);
    expect(asked).toEqual([0, 2]);
  });

  it('passes over photos that it has told of', async () => {
    const { server, told } = setUp();
    await after(10);
    server.publish(ROOM, 'a');
    server.publish(ROOM, 'b');
    server.open[0]!.tell({ type: 'photos', room: ROOM, rev: 1, since: 0, photos: ['a'] });
    await after(10);
    expect(told).toEqual(['a', 'b']);
  });

  it('asks again after a failed request, at the pace of polling', async () => {
    const { server, asked, shown, failHttp } = setUp();
    await after(10);
    failHttp(true);
    server.photos.push('a');
    server.hint(ROOM, 1);
    await after(LIVE_POLL_MS.g * 2);
    expect(asked).toEqual([0, 0, 0]);
    failHttp(false);
    await after(LIVE_POLL_MS.g * 3);
    expect(shown).toEqual(['a']);
    expect(asked).toEqual([0, 0, 0, 0]);
  });

  it('does not repeat a request whose answer is older than the hint', async () => {
    const { server, asked } = setUp();
    await after(10);
    server.hint(ROOM, 7);
    await after(1000);
    expect(asked).toEqual([0]);
  });

  it('loses no photo and shows none twice when it is killed 100 times', async () => {
    const { server, shown, page } = setUp({ random: 0.5 });
    const published: string[] = [];
    for (let round = 0; round < 100; round += 1) {
      const photo = `photo-${round}`;
      published.push(photo);
      // Killed before, between and after opening, joining, telling and answering.
      await after((round * 37) % 113);
      server.publish(ROOM, photo);
      await after(round % 4);
      server.kill();
      if (round % 9 === 0) page.signal('online');
      await after((round * 271) % 9000);
    }
    await after(120_000);
    expect(shown).toEqual(published);
    expect(server.open).toHaveLength(1);
  });

  it('leaves the connection when its last room is left, and keeps it for the next screen', async () => {
    const { server, live, room, options } = setUp();
    await after(10);
    room.leave();
    live.join(ROOM, options());
    await after(5000);
    expect(server.sockets).toHaveLength(1);
    expect(server.types('leave')).toEqual([]);
    expect(server.types('join')).toHaveLength(2);
    live.join(ROOM, options()).leave();
    await after(5000);
    expect(server.open).toEqual([]);
    expect(live.status()).toBe('disconnected');
    await after(200_000);
    expect(server.sockets).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  it('is tried five times more, then the room is polled and tried once a minute', async () => {
    const { server, live, asked, shown } = setUp();
    await after(10);
    server.isDown = true;
    server.kill();
    await after(8000);
    expect(live.status()).toBe('connecting');
    expect(asked).toEqual([]);
    server.photos.push('a');
    await after(4000);
    // 1 + 1.3 + 1.69 + 2.2 + 2.86 s: a first connection, and five retries.
    expect(server.sockets).toHaveLength(6);
    expect(live.status()).toBe('disconnected');
    expect(shown).toEqual(['a']);
    const before = asked.length;
    await after(LIVE_POLL_MS.g * 2);
    expect(asked.length).toBe(before + 2);
    await after(25_000);
    expect(server.sockets).toHaveLength(7);
    server.isDown = false;
    await after(61_000);
    expect(live.status()).toBe('connected');
    const polled = asked.length;
    await after(LIVE_POLL_MS.g * 5);
    expect(asked.length).toBe(polled);
  });

  it('is tried again immediately when the network is back', async () => {
    const server = new FakeServer();
    server.isDown = true;
    const { live, page } = setUp({ server });
    await after(12_000);
    expect(live.status()).toBe('disconnected');
    server.isDown = false;
    page.signal('online');
    await after(10);
    expect(live.status()).toBe('connected');
  });

  it('adds a random delay before each retry', async () => {
    const { server } = setUp({ random: 0.9 });
    await after(10);
    await after(6000);
    server.kill();
    await after(1800);
    expect(server.sockets).toHaveLength(1);
    await after(200);
    expect(server.sockets).toHaveLength(2);
  });

  it('is noticed when a renewal has no answer within 5 s', async () => {
    const { server, live } = setUp();
    await after(10);
    server.isSilent = true;
    await after(VISITOR_RENEWAL_MS);
    server.isSilent = false;
    expect(live.status()).toBe('connected');
    await after(5010);
    expect(server.sockets).toHaveLength(2);
    expect(live.status()).toBe('connected');
  });

  it('gives up an attempt without an answer after 4 s', async () => {
    const server = new FakeServer();
    server.isSilent = true;
    setUp({ server });
    await after(3900);
    expect(server.sockets).toHaveLength(1);
    await after(1200);
    expect(server.sockets).toHaveLength(2);
  });
});

describe('a hidden page', () => {
  it('disconnects after 5 s, asks nothing, and connects when it is shown', async () => {
    const { server, live, page, asked, shown } = setUp();
    await after(10);
    page.show(false);
    await after(4900);
    expect(live.status()).toBe('connected');
    await after(200);
    expect(live.status()).toBe('disconnected');
    expect(server.open).toEqual([]);
    server.photos.push('a');
    await after(600_000);
    expect(server.sockets).toHaveLength(1);
    expect(asked).toEqual([]);
    page.show(true);
    await after(100);
    expect(live.status()).toBe('connected');
    expect(shown).toEqual(['a']);
  });

  it('stays connected when it is shown again within 5 s, and checks the connection', async () => {
    const { server, page } = setUp();
    await after(10);
    page.show(false);
    await after(3000);
    page.show(true);
    await after(10_000);
    expect(server.sockets).toHaveLength(1);
    expect(server.types('renew')).toHaveLength(1);
  });

  it('is not polled, and asks immediately when it is shown', async () => {
    const server = new FakeServer();
    server.isDown = true;
    const { page, asked } = setUp({ server });
    await after(12_000);
    page.show(false);
    const before = asked.length;
    await after(300_000);
    expect(asked.length).toBe(before);
    page.show(true);
    await after(10);
    expect(asked.length).toBe(before + 1);
  });
});

describe('the server', () => {
  it('hears a renewal with a fresh token', async () => {
    const { server } = setUp({ token: () => Promise.resolve('fresh') });
    await after(VISITOR_RENEWAL_MS * 2 + 10);
    expect(server.types('renew')).toEqual([
      { type: 'renew', token: 'fresh' },
      { type: 'renew', token: 'fresh' },
    ]);
  });

  it('hears nothing while a member has no token', async () => {
    let fresh: string | null = null;
    const { server, live } = setUp({ token: () => Promise.resolve(fresh) });
    await after(VISITOR_RENEWAL_MS + 10_000);
    expect(server.types('renew')).toEqual([]);
    expect(live.status()).toBe('connected');
    fresh = 'fresh';
    await after(VISITOR_RENEWAL_MS);
    expect(server.types('renew')).toHaveLength(1);
  });

  it('hears that a screen has nothing open after one that had', async () => {
    const { server, live, room, options } = setUp();
    await after(10);
    room.at('a');
    room.leave();
    live.join(ROOM, options()).at('');
    await after(2000);
    expect(server.types('at').at(-1)).toEqual({ type: 'at', room: ROOM, place: '' });
  });

  it('refuses a room once: it is not joined or asked for again', async () => {
    const server = new FakeServer();
    server.refuses = () => true;
    const { refused, asked } = setUp({ server });
    await after(10);
    expect(refused).toEqual(['forbidden']);
    server.kill();
    await after(120_000);
    expect(server.types('join')).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('ends a join by leaving it out of a renewal', async () => {
    const { server, refused } = setUp();
    await after(10);
    server.open[0]!.rooms.clear();
    await after(VISITOR_RENEWAL_MS + 10);
    expect(refused).toEqual(['forbidden']);
  });

  it('has a room polled that is full, until a renewal joins it', async () => {
    const { server, asked, shown } = setUp();
    await after(10);
    server.open[0]!.rooms.clear();
    server.open[0]!.tell({ type: 'denied', room: ROOM, code: 'limit_reached' });
    server.photos.push('a');
    await after(LIVE_POLL_MS.g);
    await after(100);
    expect(shown).toEqual(['a']);
    await after(VISITOR_RENEWAL_MS);
    const before = asked.length;
    await after(LIVE_POLL_MS.g * 3);
    expect(asked.length).toBe(before);
  });

  it('ends the connection for a time, or for good', async () => {
    const { server, live } = setUp();
    await after(10);
    server.open[0]!.tell({ type: 'bye', code: 'busy', retryAfter: 30_000 });
    await after(29_000);
    expect(live.status()).toBe('disconnected');
    await after(1100);
    expect(live.status()).toBe('connected');
    server.open[0]!.tell({ type: 'bye', code: 'ended', retryAfter: 0 });
    await after(600_000);
    expect(server.sockets).toHaveLength(2);
  });

  it('does not lose its pause when the page is hidden and shown', async () => {
    const { server, live, page } = setUp();
    await after(10);
    server.open[0]!.tell({ type: 'bye', code: 'busy', retryAfter: 30_000 });
    await after(10_000);
    page.show(false);
    await after(10_000);
    page.show(true);
    await after(9000);
    expect(server.sockets).toHaveLength(1);
    await after(2000);
    expect(live.status()).toBe('connected');
  });

  it('names the people of a room, and nobody without a connection', async () => {
    const server = new FakeServer();
    const marta = { id: 'marta', name: 'Marta', place: '' };
    server.people.push(marta);
    const { people } = setUp({ server });
    await after(10);
    expect(people.at(-1)).toEqual([marta]);
    server.isDown = true;
    server.kill();
    await after(12_000);
    expect(people.at(-1)).toEqual([]);
  });

  it('hears what a page shows once a second at most, and again after a new connection', async () => {
    const { server, room } = setUp();
    await after(10);
    for (const record of ['a', 'b', 'c']) room.at(record);
    await after(1500);
    const told = () => server.types('at').map((request) => request.type === 'at' && request.place);
    expect(told()).toEqual(['a', 'c']);
    await after(6000);
    server.kill();
    await after(1500);
    expect(told()).toEqual(['a', 'c', 'c']);
  });
});
