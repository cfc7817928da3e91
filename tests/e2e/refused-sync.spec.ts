import type { Page } from '@playwright/test';
import type { Zero } from '@rocicorp/zero';
import { RefusingServer } from '../support/refusing-server.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/**
 * Time that passes in the pages while the server refuses, in milliseconds. A step is shorter than the time after which
 * Zero gives up an attempt: its answer comes between two steps.
 */
const REFUSED_MS = 3 * 60_000;
const STEP_MS = 5000;

/** State of the page's connection; Zero leaves its store in a global variable. */
const stateOf = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { __zero: Pick<Zero, 'connection'> }).__zero.connection.state.current.name,
  );

test('asks for few tokens in two windows while sync refuses them, and keeps what is typed', async ({
  open,
  faults,
}) => {
  // Zero connects again with the right cookie if the socket ends while it applies a poke.
  faults.allowCaught(/Unauthorized|AuthInvalidated|unexpected base cookie/);
  const page = await open({ as: await makePhotographer() });
  const context = page.context();
  const server = await RefusingServer.install(context);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().startsWith('WebSocket')) logged.push(message.text());
  });
  await page.clock.install();
  const other = await context.newPage();
  const name = page.getByRole('textbox', { name: 'Name' });
  await page.goto('/app/galleries/new');
  await other.goto('/app/galleries');
  await expect(other.getByRole('heading', { name: 'No galleries yet' })).toBeVisible();
  await name.fill('Typed while refused');

  server.refuse({ sync: 'mixed' });
  const banners = [page, other].map((window) =>
    window.getByRole('status').filter({ hasText: 'accepting your sign-in' }),
  );
  const expectRefused = async () => {
    for (const window of [page, other]) await expect.poll(() => stateOf(window)).toBe('needs-auth');
  };
  for (let passed = 0; passed < REFUSED_MS; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await expectRefused();
    for (const banner of banners) await expect(banner).toBeVisible();
  }
  const tokens = server.sent.get('token') ?? [];
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.length).toBeLessThanOrEqual(3);
  // Each window: immediately, with the new token, then after 10, 20, 40 and 80 seconds and up to half as much more.
  expect(server.refusedSockets).toBeGreaterThan(6);
  expect(server.refusedSockets).toBeLessThanOrEqual(16);
  await expect(banners[0]!.getByText('WebSocket connection failed')).toBeVisible();
  expect(logged).toEqual(['WebSocket connection failed Failed to decode auth token']);

  // Time stands still: a retry that is due would take the banner away before the click.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + STEP_MS);
  await expectRefused();
  server.accept();
  for (const banner of banners) await banner.getByRole('button', { name: 'Reconnect' }).click();
  await page.clock.resume();
  for (const banner of banners) await expect(banner).toBeHidden();
  await expect(name).toHaveValue('Typed while refused');
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await expect(other.getByRole('link', { name: 'Typed while refused' })).toBeVisible();
});
