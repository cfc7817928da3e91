import { describe, expect, it } from 'vitest';
import type { ProofingList, ProofingPick, ProofingView } from '#core/api/proofing.ts';
import { createPublicApi } from '../shell/public-api.ts';
import { Proofing } from './proofing-store.ts';
import type { QueueStorage, Send } from './send-queue.ts';
import { ALBUM, viewOf } from './test-view.ts';

const LIST: ProofingList = { ...ALBUM, maxCount: 2, people: [] };
const { person: ANA } = viewOf();
const PICK = { state: 'pick', rating: 0, label: null } as const;

const emptyView = () => viewOf({ lists: [LIST] });

/** A server that keeps picks, as much as the store can see of it. */
class FakeServer {
  view = emptyView();
  requests: string[] = [];
  isOnline = true;
  /** Refuses the next change with this code. */
  refusal: { status: number; code: string; retryAfter?: number } | null = null;
  /** Runs after a change is stored, before its answer arrives. */
  afterChange = () => {};

  readonly fetch = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const path = (url instanceof Request ? url.url : url.toString()).replace('/api/p/gallery/', '');
    this.requests.push(`${init.method} ${path}`);
    await Promise.resolve();
    if (!this.isOnline) throw new TypeError('Failed to fetch');
    if (init.method === 'GET') return Response.json(structuredClone(this.view));
    if (this.refusal) {
      const { status, code, retryAfter } = this.refusal;
      this.refusal = null;
      return Response.json({ error: { code, params: { retryAfter } } }, { status });
    }
    const answer = this.#change(path, init);
    this.afterChange();
    return Response.json(answer);
  };

  #change(path: string, { method, body }: RequestInit): object {
    const value = typeof body === 'string' ? (JSON.parse(body) as typeof PICK) : null;
    const [, listId, , photoId] = path.split('/');
    if (path.endsWith('/submit'))
      return { list: { ...this.#list(), status: 'submitted' }, extraCount: 0, extraAmount: 0 };
    if (path.startsWith('lists/') && !photoId) {
      const list = { ...LIST, id: listId!, kind: 'favourites' as const, ...(value as unknown as { name: string }) };
      if (method === 'PUT') this.view.lists.push(list);
      return method === 'PUT' ? { list, person: ANA } : { removed: true };
    }
    const pick = { listId: listId!, photoId: photoId!, personId: 'ana', ...(value ?? PICK), at: 1 };
    this.view.picks = this.view.picks.filter((one) => one.photoId !== photoId || one.listId !== listId);
    if (method === 'PUT') this.view.picks.push(pick);
    const list = this.#list(1);
    return method === 'PUT' ? { list, pick, person: ANA } : { list };
  }

  #list(more = 0): ProofingList {
    const list = { ...this.view.lists[0]!, version: this.view.lists[0]!.version + more };
    this.view.lists[0] = list;
    return list;
  }
}

/** Storage, lock and clock of one browser. */
class FakeBrowser {
  queue: readonly Send[] = [];
  timers: { callback: () => void; delay: number }[] = [];
  #wakes = new Set<() => void>();
  #tabs = new Set<() => void>();
  #lock: Promise<void> = Promise.resolve();

  tab(server: FakeServer) {
    let own: () => void = () => {};
    const storage: QueueStorage = {
      read: () => this.queue,
      write: (queue) => {
        this.queue = structuredClone(queue);
        for (const listener of this.#tabs) if (listener !== own) queueMicrotask(listener);
      },
      subscribe: (listener) => {
        own = listener;
        this.#tabs.add(listener);
        return () => this.#tabs.delete(listener);
      },
    };
    return new Proofing({
      api: createPublicApi(server.fetch),
      galleryId: 'gallery',
      storage,
      clock: () => 1,
      random: () => 0,
      schedule: (callback, delay) => {
        const timer = { callback, delay };
        this.timers.push(timer);
        return () => {
          this.timers = this.timers.filter((one) => one !== timer);
        };
      },
      onWake: (listener) => {
        this.#wakes.add(listener);
        return () => this.#wakes.delete(listener);
      },
      exclusively: (_name, task) => {
        this.#lock = this.#lock.then(task);
        return this.#lock;
      },
    });
  }

  wake(): void {
    for (const listener of this.#wakes) listener();
  }
}

/** Lets all promises of the fake server and the store settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve)).then(() => new Promise((r) => setImmediate(r)));

async function setUp() {
  const [server, browser] = [new FakeServer(), new FakeBrowser()];
  const proofing = browser.tab(server);
  await proofing.load();
  server.requests = [];
  return { server, browser, proofing };
}

const picked = (state: { view: ProofingView | null }) => state.view?.picks.map(({ photoId }) => photoId);

describe('Proofing', () => {
  it('shows a pick immediately and confirms it', async () => {
    const { server, proofing } = await setUp();
    proofing.setPick('album', 'one', PICK);
    expect([picked(proofing.getSnapshot()), proofing.getSnapshot().waiting]).toEqual([['one'], 1]);
    await settle();
    expect([picked(proofing.getSnapshot()), proofing.getSnapshot().waiting]).toEqual([['one'], 0]);
    expect(server.requests).toEqual(['PUT lists/album/picks/one']);
  });

  it('keeps picks of an offline browser and sends them once it is online', async () => {
    const { server, browser, proofing } = await setUp();
    server.isOnline = false;
    proofing.setPick('album', 'one', PICK);
    proofing.setPick('album', 'two', PICK);
    await settle();
    expect([picked(proofing.getSnapshot()), proofing.getSnapshot().waiting]).toEqual([['one', 'two'], 2]);
    expect(browser.timers.map(({ delay }) => delay)).toEqual([2000]);
    server.isOnline = true;
    browser.wake();
    await settle();
    expect([picked(server), proofing.getSnapshot().waiting]).toEqual([['one', 'two'], 0]);
  });

  it('tries again later, each time after a longer pause', async () => {
    const { server, browser, proofing } = await setUp();
    server.isOnline = false;
    proofing.setPick('album', 'one', PICK);
    await settle();
    browser.timers.pop()!.callback();
    await settle();
    expect(browser.timers.map(({ delay }) => delay)).toEqual([4000]);
  });

  it('sends after a reload what was chosen before it', async () => {
    const { server, browser, proofing } = await setUp();
    server.isOnline = false;
    proofing.setPick('album', 'one', PICK);
    await settle();
    proofing.dispose();
    server.isOnline = true;
    const reloaded = browser.tab(server);
    await reloaded.load();
    expect(picked(reloaded.getSnapshot())).toEqual(['one']);
    await settle();
    expect([picked(server), reloaded.getSnapshot().waiting]).toEqual([['one'], 0]);
  });

  it('loses and doubles nothing when 100 picks are cut off, half of them after they were stored', async () => {
    const { server, browser, proofing } = await setUp();
    server.view.lists[0] = { ...LIST, maxCount: null };
    await proofing.load();
    const stored: string[] = [];
    let tab = proofing;
    for (let i = 0; i < 100; i++) {
      const isStored = i % 2 === 0;
      if (isStored) {
        server.afterChange = () => {
          throw new TypeError('Failed to fetch');
        };
      } else server.isOnline = false;
      tab.setPick('album', `photo-${i}`, PICK);
      stored.push(`photo-${i}`);
      await settle();
      expect(tab.getSnapshot().waiting).toBe(1);
      server.afterChange = () => {};
      server.isOnline = true;
      // Every tenth time the page is loaded again.
      if (i % 10 === 9) {
        tab.dispose();
        tab = browser.tab(server);
        await tab.load();
      } else browser.wake();
      await settle();
      expect(tab.getSnapshot().waiting).toBe(0);
    }
    expect(picked(server)?.toSorted()).toEqual(stored.toSorted());
    expect(picked(tab.getSnapshot())?.toSorted()).toEqual(stored.toSorted());
  });

  it('sends only the newest of several changes', async () => {
    const { server, proofing } = await setUp();
    for (const rating of [1, 2, 3]) proofing.setPick('album', 'one', { ...PICK, rating });
    await settle();
    expect(server.requests).toEqual(['PUT lists/album/picks/one']);
    expect(server.view.picks.map(({ rating }) => rating)).toEqual([3]);
    expect(proofing.getSnapshot().view?.picks.map(({ rating }) => rating)).toEqual([3]);
  });

  it('keeps a change that was made while the former one was on its way', async () => {
    const { server, proofing } = await setUp();
    server.afterChange = () => {
      server.afterChange = () => {};
      proofing.setPick('album', 'one', null);
    };
    proofing.setPick('album', 'one', PICK);
    await settle();
    expect(server.requests).toEqual(['PUT lists/album/picks/one', 'DELETE lists/album/picks/one']);
    expect([picked(server), picked(proofing.getSnapshot())]).toEqual([[], []]);
  });

  it('takes back what the server refuses, and tells it', async () => {
    const { server, proofing } = await setUp();
    server.refusal = { status: 409, code: 'selection_closed' };
    proofing.setPick('album', 'one', PICK);
    await settle();
    expect(picked(proofing.getSnapshot())).toEqual([]);
    expect(proofing.getSnapshot().problem).toEqual({ code: 'selection_closed', listId: 'album', photoId: 'one' });
    proofing.dismissProblem();
    expect(proofing.getSnapshot()).toMatchObject({ problem: null, waiting: 0 });
  });

  it('tells immediately that a selection is full, without sending', async () => {
    const { server, proofing } = await setUp();
    for (const photo of ['one', 'two', 'three']) proofing.setPick('album', photo, PICK);
    expect(proofing.getSnapshot().problem).toMatchObject({ code: 'selection_full', photoId: 'three' });
    await settle();
    expect(picked(server)).toEqual(['one', 'two']);
    expect(server.requests.filter((request) => request.includes('three'))).toEqual([]);
  });

  it('sends a pick once from two tabs, and shows it in both', async () => {
    const { server, browser, proofing } = await setUp();
    const other = browser.tab(server);
    await other.load();
    server.isOnline = false;
    proofing.setPick('album', 'one', PICK);
    await settle();
    server.isOnline = true;
    server.requests = [];
    browser.wake();
    await settle();
    expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
    for (const tab of [proofing, other]) {
      expect([picked(tab.getSnapshot()), tab.getSnapshot().waiting]).toEqual([['one'], 0]);
    }
  });

  it('merges the server’s view with what is waiting', async () => {
    const { server, proofing } = await setUp();
    server.isOnline = false;
    proofing.setPick('album', 'one', PICK);
    await settle();
    const partner: ProofingPick = { listId: 'album', photoId: 'two', personId: 'pau', ...PICK, at: 2 };
    server.view.picks.push(partner);
    server.isOnline = true;
    await proofing.refresh();
    expect(picked(proofing.getSnapshot())).toEqual(['two', 'one']);
  });

  it('loads the view again after an answer that shows another person’s changes', async () => {
    const { server, proofing } = await setUp();
    server.view.picks.push({ listId: 'album', photoId: 'two', personId: 'pau', ...PICK, at: 2 });
    server.view.lists[0] = { ...LIST, version: 2 };
    proofing.setPick('album', 'one', PICK);
    await settle();
    expect(server.requests).toEqual(['PUT lists/album/picks/one', 'GET proofing']);
    expect(picked(proofing.getSnapshot())).toEqual(['two', 'one']);
  });

  it('reads the view again if it is asked to while one is on its way', async () => {
    const { server, proofing } = await setUp();
    const first = proofing.refresh();
    // The server has answered the first request.
    for (let turn = 0; turn < 3; turn++) await Promise.resolve();
    server.view.picks.push({ listId: 'album', photoId: 'two', personId: 'pau', ...PICK, at: 2 });
    expect(await Promise.all([first, proofing.refresh()])).toEqual([true, true]);
    expect(server.requests).toEqual(['GET proofing', 'GET proofing']);
    expect(picked(proofing.getSnapshot())).toEqual(['two']);
  });

  it('asks nothing before the time that a server names, also when the visitor returns', async () => {
    const { server, browser, proofing } = await setUp();
    server.refusal = { status: 429, code: 'rate_limited', retryAfter: 30 };
    proofing.setPick('album', 'one', PICK);
    await settle();
    expect(browser.timers.map(({ delay }) => delay)).toEqual([30_000]);
    server.requests = [];
    browser.wake();
    expect(await proofing.refresh()).toBe(false);
    await settle();
    expect(server.requests).toEqual([]);
    expect(proofing.getSnapshot().waiting).toBe(1);
  });

  it('creates a list before its picks, and drops them if it cannot be created', async () => {
    const { server, proofing } = await setUp();
    server.refusal = { status: 409, code: 'limit_reached' };
    proofing.saveList('granny', 'For granny');
    proofing.setPick('granny', 'one', PICK);
    expect(proofing.getSnapshot().view?.lists.map(({ name }) => name)).toEqual(['Album', 'For granny']);
    await settle();
    expect(server.requests).toEqual(['PUT lists/granny', 'GET proofing']);
    expect(proofing.getSnapshot()).toMatchObject({ waiting: 0, problem: { code: 'limit_reached', listId: 'granny' } });
  });

  it('keeps everything while the gallery is closed', async () => {
    const { server, browser, proofing } = await setUp();
    server.refusal = { status: 401, code: 'gallery_access_required' };
    proofing.setPick('album', 'one', PICK);
    await settle();
    expect([proofing.getSnapshot().phase, proofing.getSnapshot().waiting]).toEqual(['off', 1]);
    browser.wake();
    await settle();
    expect(picked(server)).toEqual(['one']);
  });

  it('does not submit while a change is waiting', async () => {
    const { server, proofing } = await setUp();
    server.isOnline = false;
    proofing.setPick('album', 'one', PICK);
    await expect(proofing.submit('album', 1, '')).rejects.toMatchObject({ code: 'network' });
    expect(server.requests.filter((request) => request.includes('submit'))).toEqual([]);
    server.isOnline = true;
    await expect(proofing.submit('album', 2, '')).resolves.toEqual({ extraCount: 0, extraAmount: 0 });
    expect(proofing.getSnapshot().view?.lists[0]?.status).toBe('submitted');
  });

  it('is off for a visitor who may neither choose nor comment', async () => {
    const [server, browser] = [new FakeServer(), new FakeBrowser()];
    server.view = { ...emptyView(), canSelect: false, canComment: false };
    const proofing = browser.tab(server);
    await proofing.load();
    expect(proofing.getSnapshot().phase).toBe('off');
  });
});
