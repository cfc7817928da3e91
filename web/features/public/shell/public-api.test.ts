import { describe, expect, it } from 'vitest';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { createPublicApi } from './public-api.ts';

/** Returns an API with the given answer, and the requests it received. */
function setUp(answer: () => Response | Promise<Response>) {
  const requests: Array<{ path: string; init: RequestInit }> = [];
  const api = createPublicApi((path, init) => {
    requests.push({ path: path as string, init: init ?? {} });
    return Promise.resolve().then(answer);
  });
  return { api, requests };
}

const error =
  (status: number, body: unknown, headers = {}) =>
  () =>
    Response.json(body, { status, headers });

describe('createPublicApi', () => {
  it('sends channel and language of the page, and a body only if there is one', async () => {
    // Other tests of this process may have chosen another one.
    const language = currentLanguage();
    const { api, requests } = setUp(() => Response.json({ access: 'granted' }));
    await api.verify('g1');
    await api.verify('g1', 'albumen');
    await api.glance('g2');
    expect(requests.map(({ path, init }) => [path, init.method, init.headers, init.body])).toEqual([
      ['/api/p/g1/galleries/verify', 'POST', { 'X-Channel': 'public', 'Accept-Language': language }, undefined],
      [
        '/api/p/g1/galleries/verify',
        'POST',
        { 'X-Channel': 'public', 'Accept-Language': language, 'Content-Type': 'application/json' },
        '{"password":"albumen"}',
      ],
      [
        '/api/p/g2/galleries/verify',
        'POST',
        { 'X-Channel': 'public', 'Accept-Language': language, 'Content-Type': 'application/json' },
        '{"glance":true}',
      ],
    ]);
  });

  it('sends page-leave requests with keepalive and ignores their failures', async () => {
    const { api, requests } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    api.tell('/api/p/marta/booking/releases', { token: 't' });
    api.views('g1', ['p1']);
    await Promise.resolve();
    expect(requests).toEqual(
      [
        ['/api/p/marta/booking/releases', '{"token":"t"}'],
        ['/api/p/g1/views', '{"photoIds":["p1"]}'],
      ].map(([path, body]) => ({
        path,
        init: {
          method: 'POST',
          headers: { 'X-Channel': 'public', 'Content-Type': 'application/json' },
          body,
          keepalive: true,
        },
      })),
    );
  });

  it('asks by headers alone whether a download would be refused, and says why it would', async () => {
    const methods: (string | undefined)[] = [];
    const refusal = { error: { code: 'rate_limited', message: '', params: {} } };
    const answers = (status: number) =>
      createPublicApi((_path, init) => {
        methods.push(init?.method);
        const body = init?.method === 'HEAD' ? null : JSON.stringify(refusal);
        return Promise.resolve(new Response(body, { status, headers: { 'retry-after': '7200' } }));
      });
    await answers(200).checkDownload('/api/p/g/photos/p/download');
    expect(methods.splice(0)).toEqual(['HEAD']);
    await expect(answers(429).checkDownload('/api/p/g/photos/p/download')).rejects.toMatchObject({
      code: 'rate_limited',
      params: { retryAfter: 7200 },
    });
  });

  it('escapes path segments', async () => {
    const { api, requests } = setUp(() => Response.json({}));
    await api.gallery('a/b', '../x?y');
    expect(requests[0]!.path).toBe('/api/p/a%2Fb/gallery/..%2Fx%3Fy');
  });

  it.each([
    [
      'our code',
      error(403, { error: { code: 'password_wrong', message: '' } }),
      { code: 'password_wrong', params: {} },
    ],
    [
      'our code and its parameters',
      error(429, { error: { code: 'rate_limited', message: '', params: { retryAfter: 40 } } }),
      { code: 'rate_limited', params: { retryAfter: 40 } },
    ],
    [
      'the header’s waiting time',
      error(429, { error: { code: 'rate_limited', message: '' } }, { 'retry-after': '7' }),
      { code: 'rate_limited', params: { retryAfter: 7 } },
    ],
    ['an outage', error(502, { message: 'Bad gateway' }), { code: 'unavailable' }],
    ['a code that we do not know yet', error(418, { error: { code: 'teapot' } }), { code: 'teapot' }],
    ['a code that is none', error(418, { error: { code: 'I am a teapot' } }), { code: 'network' }],
    ['a hotel’s sign-in page', () => new Response('<html>', { status: 200 }), { code: 'network' }],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch')), { code: 'network' }],
  ])('maps to a failure: %s', async (_what, answer, failure) => {
    await expect(setUp(answer).api.studio('marta')).rejects.toMatchObject(failure);
  });
});
