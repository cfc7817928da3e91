import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addErrorSink, reportError, reportRenderErrors } from './report-error.ts';
import { createErrorReports } from './reporting/error-reports.ts';

const ORIGIN = 'https://albumen.example';
const CANARIES = ['clara@canary.example', 'IMG_CANARY.jpg', '0123456789abcdefghjk', 'canary-token'];

/** An error whose message, address and properties quote data, as thrown by our own script and by an extension. */
function plantedError(): Error {
  const [email, file, id, token] = CANARIES;
  const message = `${email} is not a function\n    at ${file} (${ORIGIN}/app/${id}.js:1:1)`;
  const stack = [
    `TypeError: ${message}`,
    `    at click (${ORIGIN}/assets/app-1a2b.js:12:345)`,
    `    at https://extension.example/${token}/x.js:1:2`,
    `    at ${ORIGIN}/app/clients/customers/${id}?q=${token}:1:2`,
    `    at ${ORIGIN}/assets/react-3c4d.js:1:9`,
  ].join('\n');
  return Object.assign(new TypeError(message), { stack, row: { email } });
}

const sent = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  sent.mockReset().mockImplementation(() => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('location', { origin: ORIGIN, pathname: '/p/studio/gallery/0123456789abcdefghjk' });
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
let removeSink: (() => void) | undefined;
afterEach(() => {
  removeSink?.();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('reports errors of rendering, caught or not, to our own log: class and positions', async () => {
  reportRenderErrors.onCaughtError?.(plantedError(), {});
  reportRenderErrors.onUncaughtError?.('clara@canary.example', {});
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  const read = ([url, init]: (typeof sent.mock.calls)[number]) =>
    new Response(init?.body).json().then((body: unknown) => [url, body]);
  expect(await Promise.all(sent.mock.calls.map(read))).toEqual([
    [
      '/api/p/page-errors',
      { page: 'public', type: 'TypeError', frames: ['/assets/app-1a2b.js:12:345', '/assets/react-3c4d.js:1:9'] },
    ],
    ['/api/p/page-errors', { page: 'public', type: 'string', frames: [] }],
  ]);
  expect(sent.mock.calls[0]![1]?.credentials).toBe('omit');
});

it('survives a report that cannot be sent', async () => {
  sent.mockRejectedValue(new TypeError('offline'));
  reportError(plantedError());
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
});

it('reports to Sentry what is listed, through our own origin, at most 20 times', async () => {
  const report = createErrorReports('https://key@o1.ingest.de.sentry.io/4711', () => '/app/galleries/:galleryId');
  removeSink = addErrorSink(report);
  for (let times = 0; times < 30; times++) report(plantedError());
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(20));
  const [url, init] = sent.mock.calls[0]!;
  expect(url).toBe('/pulse/errors');
  const text = await new Response(init?.body).text();
  for (const canary of CANARIES) expect(text).not.toContain(canary);
  const event = JSON.parse(text.split('\n')[2]!) as Record<string, unknown>;
  expect(event).toMatchObject({
    transaction: '/app/galleries/:galleryId',
    exception: {
      values: [
        {
          type: 'TypeError',
          stacktrace: {
            frames: [
              { filename: 'app:///assets/react-3c4d.js', lineno: 1, colno: 9, in_app: true },
              { filename: 'app:///assets/app-1a2b.js', lineno: 12, colno: 345, in_app: true },
            ],
          },
        },
      ],
    },
  });
  const known = [
    'contexts',
    'environment',
    'event_id',
    'exception',
    'level',
    'platform',
    'sdk',
    'timestamp',
    'transaction',
  ];
  expect(Object.keys(event).toSorted()).toEqual(known);
});

it('reports to our own log at most 20 times: an error in a loop is one error', async () => {
  vi.resetModules();
  const { sendPageError } = await import('./reporting/page-error.ts');
  vi.resetModules();
  for (let times = 0; times < 30; times++) await sendPageError(plantedError(), 'public');
  expect(sent).toHaveBeenCalledTimes(20);
});
