import { makeGallery } from './support/galleries.ts';
import { expectImageLoaded } from './support/image-loading.ts';
import { makePhotographer } from './support/photographer.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';

/** Changes a record at the built-in registrar. */
async function dns(action: 'add' | 'delete', type: string, name: string, value: string): Promise<void> {
  const body = new URLSearchParams({ action, type, name, value });
  const answer = await fetch(`${stack().origin}/__dns`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

test('a studio’s page moves to its own domain, with one record repaired on the way', async ({ open }) => {
  test.slow();
  const owner = await makePhotographer('Estudi Llum');
  await makeGallery(owner, { name: 'Cadaqués', photos: 2, values: { visibility: 'public' } });
  const hostname = `www.${owner.account.slug}.localhost`;
  const { port } = new URL(stack().origin);
  const page = await open({ as: owner });
  await page.goto('/app/settings/domain');
  await page.getByRole('textbox', { name: 'Domain' }).fill('co.uk');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('Many domains share this ending.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Domain' }).fill(`https://${hostname.slice(4)}/`);
  await page.getByRole('button', { name: 'Use www' }).click();
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('Waiting for your DNS records')).toBeVisible({ timeout: 20_000 });

  const [proof, target] = [
    page.getByRole('listitem').filter({ hasText: 'TXT' }),
    page.getByRole('listitem').filter({ hasText: 'CNAME' }),
  ];
  await expect(proof.getByRole('textbox', { name: 'Name' })).toHaveValue('_studio-verification.www');
  const value = await proof.getByRole('textbox', { name: 'Value' }).inputValue();
  await dns('add', 'TXT', `_studio-verification.${hostname}`, value);
  await dns('add', 'A', hostname, '203.0.113.9');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(`${hostname} points somewhere else`)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('203.0.113.9')).toBeVisible();
  await expect(proof.getByText('Found')).toBeVisible();

  await dns('delete', 'A', hostname, '203.0.113.9');
  await dns('add', 'CNAME', hostname, await target.getByRole('textbox', { name: 'Value' }).inputValue());
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Setting up HTTPS')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 40_000 });

  await page.getByRole('link', { name: 'Open page' }).click();
  await expect(page).toHaveURL(`http://${hostname}:${port}/`);
  await expect(page.getByRole('heading', { name: 'Estudi Llum' })).toBeVisible();
  await page.goto(`${stack().origin}/p/${owner.account.slug}`);
  await expect(page).toHaveURL(`http://${hostname}:${port}/`);
  await page.getByRole('link', { name: /Cadaqués/ }).click();
  await expect(page).toHaveURL(new RegExp(`^http://${hostname}:${port}/`));
  await expect(page.getByRole('heading', { name: 'Cadaqués' })).toBeVisible();
  await expectImageLoaded(page.getByRole('img').last());
  // The back office is not there.
  expect((await page.request.get(`${stack().origin}/app`, { headers: { host: `${hostname}:${port}` } })).status()).toBe(
    404,
  );

  await page.goto(`${stack().origin}/app/settings/domain`);
  await page.getByRole('button', { name: 'Remove domain' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove domain' }).click();
  await expect(page.getByRole('textbox', { name: 'Domain' })).toBeVisible();
  await expect
    .poll(async () => (await fetch(`${stack().origin}/p/${owner.account.slug}`, { redirect: 'manual' })).status)
    .toBe(200);
});
