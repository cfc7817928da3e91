import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, createApiClient } from './api-client.ts';

const calls: Array<{ url: string; init: RequestInit }> = [];
function answer(make: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    return make();
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  calls.length = 0;
});

const api = createApiClient({
  channel: 'backoffice',
  getToken: async () => 'the-token',
  getAccountId: () => '0123456789',
});
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('a call that needs another sign-in', () => {
  const make = (signInAgain: () => Promise<boolean>) => {
    let token = 'old';
    let accountId = '0123456789';
    const signIn = async () => {
      token = 'new';
      accountId = 'abcdefghjk';
      return signInAgain();
    };
    const options = { getToken: async () => token, getAccountId: () => accountId, signInAgain: signIn };
    return createApiClient({ channel: 'backoffice', ...options });
  };
  const refuse = () => Response.json({ error: { code: 'recent_sign_in_required' } }, { status: 403 });

  it('is sent once more with the new token, for the account that was selected, after the sign-in', async () => {
    answer(() => (calls.length === 1 ? refuse() : Response.json({})));
    const fresh = make(async () => true);
    await fresh.accounts.testMail({
      body: { kind: 'confirmation', language: 'en', subject: 'Hi', body: 'Hi' } as never,
    });
    const sent = calls.map(({ init }) => Object.fromEntries(init.headers as Headers));
    expect(sent).toMatchObject([
      { authorization: 'Bearer old', 'x-account-id': '0123456789' },
      { authorization: 'Bearer new', 'x-account-id': '0123456789' },
    ]);
    expect(calls[1]!.init.body).toBe(calls[0]!.init.body);
  });

  it('fails when the person gives up, or when the new sign-in does not help', async () => {
    answer(refuse);
    for (const [isDone, requests] of [
      [false, 1],
      [true, 2],
    ] as const) {
      calls.length = 0;
      const failure = await failureOf(make(async () => isDone).stripe.disconnect());
      expect([(failure as ApiError).code, calls.length]).toEqual(['recent_sign_in_required', requests]);
    }
  });
});

describe('createApiClient', () => {
  it('fails as without a response if the connection ends within a good one', async () => {
    const cut = () => new ReadableStream({ pull: (body) => body.error(new TypeError('network error')) });
    answer(() => new Response(cut()));
    expect(await failureOf(api.me.invites())).toMatchObject({ name: 'ApiError', code: 'network', status: 0 });
  });

  it('fills the path, writes the query and sends token, account and channel', async () => {
    answer(() => Response.json({ available: true, reason: null }));
    await api.accounts.slugAvailable({ query: { slug: 'a b&c' } });
    await api.galleries.remove({ params: { galleryId: 'x/y' } });
    expect(calls.map(({ url, init }) => `${init.method} ${url}`)).toEqual([
      'GET /api/accounts/slug-available?slug=a+b%26c',
      'DELETE /api/gallery/x%2Fy',
    ]);
    expect(Object.fromEntries(calls[0]!.init.headers as Headers)).toEqual({
      authorization: 'Bearer the-token',
      'x-account-id': '0123456789',
      'x-channel': 'backoffice',
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
    });
    const traces = calls.map(({ init }) => (init.headers as Headers).get('traceparent'));
    expect(new Set(traces).size).toBe(2);
  });

  it('sends JSON as JSON and a form as a form', async () => {
    answer(() => Response.json({}));
    await api.galleries.password({ params: { galleryId: 'x' }, body: { password: null } });
    const form = new FormData();
    await api.uploads.single({ body: form });
    expect(calls[0]!.init.body).toBe('{"password":null}');
    expect((calls[0]!.init.headers as Headers).get('content-type')).toBe('application/json');
    expect(calls[1]!.init.body).toBe(form);
    expect((calls[1]!.init.headers as Headers).has('content-type')).toBe(false);
  });

  it('sends bytes with their content type', async () => {
    answer(() => Response.json({}));
    const picture = new Blob(['PNG'], { type: 'image/png' });
    await api.watermarks.putImage({ params: { watermarkId: 'x' }, body: picture });
    expect(calls[0]!.init.body).toBe(picture);
    expect((calls[0]!.init.headers as Headers).get('content-type')).toBe('image/png');
  });

  it('returns a file as a blob, and its error by code', async () => {
    answer(() => new Response('day,event', { headers: { 'content-type': 'text/csv' } }));
    const file = await api.galleries.activity({ params: { galleryId: 'x' } });
    expect(await file.text()).toBe('day,event');
    answer(() => Response.json({ error: { code: 'not_found', message: 'Not here.' } }, { status: 404 }));
    expect(await failureOf(api.galleries.activity({ params: { galleryId: 'x' } }))).toMatchObject({
      code: 'not_found',
    });
  });

  it('throws the server’s code with field and params', async () => {
    const error = { code: 'slug_taken', message: 'Taken.', field: 'slug', params: { retryAfter: 3 } };
    answer(() => Response.json({ error }, { status: 409 }));
    const failure = await failureOf(api.accounts.list());
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ code: 'slug_taken', status: 409, field: 'slug', params: { retryAfter: 3 } });
  });

  it('distinguishes a network failure from a foreign response', async () => {
    answer(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(api.accounts.list())).toMatchObject({ code: 'network', status: 0 });
    answer(() => new Response('<html>Bad gateway', { status: 502 }));
    expect(await failureOf(api.accounts.list())).toMatchObject({ code: 'unavailable', status: 502 });
    answer(() => new Response('Request Entity Too Large', { status: 413 }));
    expect(await failureOf(api.accounts.list())).toMatchObject({ code: 'payload_too_large' });
    answer(() => Response.json({ message: 'elsewhere' }, { status: 404 }));
    expect(await failureOf(api.accounts.list())).toMatchObject({ code: 'unknown' });
  });

  it('reports a rejection with the token of the call', async () => {
    const refusals: [string, string | null][] = [];
    const watched = createApiClient({
      channel: 'backoffice',
      getToken: async () => 'the-token',
      onRefused: (code, token) => refusals.push([code, token]),
    });
    answer(() => Response.json({ error: { code: 'session_ended', message: 'Ended.' } }, { status: 401 }));
    await failureOf(watched.accounts.list());
    answer(() => Response.json([]));
    await watched.accounts.list();
    expect(refusals).toEqual([['session_ended', 'the-token']]);
  });

  it('throws the abort reason of an aborted call', async () => {
    const controller = new AbortController();
    answer(() => {
      controller.abort();
      return Promise.reject(controller.signal.reason as Error);
    });
    const failure = await failureOf(api.accounts.list({}, { signal: controller.signal }));
    expect(failure).not.toBeInstanceOf(ApiError);
  });
});
