import type { Locator, Page } from '@playwright/test';
import { scene } from '../support/pictures.ts';
import { notice } from './support/notice.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const picture = (region: Locator, name: string) => region.getByRole('img', { name, exact: true });

async function remove(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: button.split(':', 1)[0]!, exact: true })
    .click();
}

test('stores the logo and the portrait immediately, refuses a broken file, and removes both', async ({
  open,
  faults,
}) => {
  faults.allowStatus(422, /\/api\/upload\/logo/);
  const page = await open({ as: await makePhotographer() });
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await scene(400, 200).png().toBuffer() };
  const logo = page.getByRole('region', { name: 'Logo' });
  await page.goto('/app/settings/branding');

  await test.step('a logo, after a file that is none', async () => {
    await page.getByLabel('Logo: Choose file').setInputFiles({ ...file, buffer: Buffer.from('%PDF-1.7') });
    await expect(logo.getByRole('alert')).toContainText('Upload failed');
    await page.getByLabel('Logo: Choose file').setInputFiles(file);
    await expect(notice(page, 'Logo saved')).toBeVisible();
    await expect(logo.getByRole('alert')).toBeHidden();
    await expect(picture(logo, 'Tab and home screen')).toHaveJSProperty('naturalWidth', 180);
    await expect(page.getByLabel('Logo: Replace')).toBeAttached();
  });
  await test.step('which is removed after a question', async () => {
    await remove(page, 'Remove: Logo');
    await expect(notice(page, 'Logo removed')).toBeVisible();
    await expect(picture(logo, 'Tab and home screen')).toBeHidden();
  });
  await test.step('a portrait', async () => {
    await page.goto('/app/settings');
    const photos = page.getByRole('region', { name: 'Photos of you' });
    await page.getByLabel('Portrait: Choose photo').setInputFiles({ ...file, name: 'me.png' });
    await expect(notice(page, 'Photo saved')).toBeVisible();
    await expect(picture(photos, 'Portrait')).toBeVisible();
    await remove(page, 'Remove: Portrait');
    await expect(notice(page, 'Photo removed')).toBeVisible();
    await expect(picture(photos, 'Portrait')).toBeHidden();
  });
});
