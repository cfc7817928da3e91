import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectNothingSerious } from './support/axe.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';

/** An external server, which keeps the ids of the events that it gets. */
async function receiver(): Promise<{ url: string; ids: string[]; server: Server }> {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume();
    response.end('thank you');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/albumen`, ids, server };
}

test('a program reads with a token, and hears of a published gallery by a webhook', async ({ open }) => {
  const owner = await makePhotographer('Estudi Llum');
  const gallery = await makeGallery(owner, { name: 'Cadaqués', values: { status: 'draft', published_at: null } });
  const { url, ids, server } = await receiver();
  const page = await open({ as: owner });
  await page.goto('/app/settings/integrations');

  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Choose at least one permission.')).toBeVisible();
  await expectNothingSerious(page, 'creating a token');
  await page.getByRole('textbox', { name: 'Name' }).fill('Lightroom');
  await page.getByRole('checkbox', { name: 'Create and publish galleries' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue();
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: token.slice(0, 10) })).toContainText('Never used');

  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('textbox', { name: 'Signing secret' })).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();

  const published = await fetch(`${stack().origin}/api/v1/galleries/${gallery.id}/publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect([published.status, ((await published.json()) as { status: string }).status]).toEqual([200, 'published']);
  await expect.poll(() => ids.length, { timeout: 20_000 }).toBe(1);

  await page.getByRole('link', { name: url }).click();
  const delivery = page.getByRole('listitem').filter({ hasText: 'Delivered' });
  await expect(delivery).toContainText('Gallery published');
  await delivery.getByText('Details').click();
  await expect(delivery.getByText('thank you')).toBeVisible();
  await expectNothingSerious(page, 'a webhook');
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => ids, { timeout: 20_000 }).toEqual([ids[0], ids[0]]);

  await page.goto('/app/settings/integrations');
  const item = page.getByRole('listitem').filter({ hasText: 'Lightroom' });
  await expect(item).toContainText('Last used');
  await item.getByRole('button', { name: 'Revoke Lightroom' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No program has access yet.')).toBeVisible();
  const refused = await fetch(`${stack().origin}/api/v1/account`, { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status).toBe(401);
  server.close();

  await page.goto('/developers');
  await expect(page.getByRole('heading', { name: 'Publishes a gallery' })).toBeVisible();
  await expectNothingSerious(page, 'the reference');
});
