import { RefusingServer } from '../support/refusing-server.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

/** Time that passes in the pages while the server refuses, in milliseconds, in steps that sockets can answer in. */
const REFUSED_MS = 5 * 60_000;
const STEP_MS = 15_000;

test('asks for few tokens in two windows while sync refuses them, and keeps what is typed', async ({
  open,
  faults,
}) => {
  // The clock passes a timeout of Zero’s while an answer is on its way.
  faults.allowCaught(/Unauthorized|AuthInvalidated|Connection attempt timed out/);
  const page = await open({ as: await makePhotographer() });
  const context = page.context();
  const server = await RefusingServer.install(context);
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
  for (let passed = 0; passed < REFUSED_MS; passed += STEP_MS) {
    for (const banner of banners) await expect(banner).toBeVisible();
    await page.clock.runFor(STEP_MS);
  }
  const tokens = server.sent.get('token') ?? [];
  expect(tokens.length).toBeGreaterThan(0);
  expect(tokens.length).toBeLessThanOrEqual(3);
  // Each window: at once, with the new token, then after 10, 20, 40, 80 and 160 seconds and up to half as much more.
  expect(server.refusedSockets).toBeGreaterThan(6);
  expect(server.refusedSockets).toBeLessThanOrEqual(20);
  await expect(banners[0]!.getByText('WebSocket connection failed')).toBeVisible();

  server.accept();
  for (const banner of banners) await banner.getByRole('button', { name: 'Reconnect' }).click();
  for (const banner of banners) await expect(banner).toBeHidden();
  await expect(name).toHaveValue('Typed while refused');
  await page.getByRole('button', { name: 'Create gallery' }).click();
  await expect(other.getByRole('link', { name: 'Typed while refused' })).toBeVisible();
});
