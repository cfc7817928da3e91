import { scene } from '../support/pictures.ts';
import { makeGallery } from './support/galleries.ts';
import { navigateTo } from './support/navigation.ts';
import { makePhotographer } from './support/photographer.ts';
import { expect, test } from './support/test.ts';

const picture = async (name: string, width: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await scene(width, 200).jpeg().toBuffer(),
});

test('guests add photos by a link, which the studio shows or not', async ({ open, faults }) => {
  const photographer = await makePhotographer();
  const gallery = await makeGallery(photographer, { name: 'Ana & Pau', photos: 1 });
  const studio = await open({ as: photographer });
  const guest = await open();

  const link = await test.step('the studio opens a link', async () => {
    await studio.goto(`/app/galleries/${gallery.id}/access`);
    await studio.getByRole('switch', { name: 'Let guests add photos' }).click();
    const url = await studio.getByLabel('Link for guests').inputValue();
    // The field shows the link before the server has it.
    const page = `/api/guest-uploads/${new URL(url).pathname.split('/').at(-1)}`;
    await expect.poll(async () => (await guest.request.get(page)).status()).toBe(200);
    // The same browser shows it again, another one does not.
    await studio.reload();
    await expect(studio.getByLabel('Link for guests')).toHaveValue(url);
    const elsewhere = await open({ as: photographer });
    await elsewhere.goto(`/app/galleries/${gallery.id}/access`);
    await expect(elsewhere.getByText('only the browser that made them can show them')).toBeVisible();
    await expect(elsewhere.getByLabel('Link for guests')).toBeHidden();
    return url;
  });

  await test.step('a guest adds photos, and a wrong file is told', async () => {
    await guest.goto(new URL(link).pathname);
    await expect(guest.getByRole('heading', { name: 'Add photos to Ana & Pau' })).toBeVisible();
    await guest.getByLabel('Your name').fill('Iris');
    const wrong = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') };
    const files = [await picture('first.jpg', 320), await picture('second.jpg', 330), wrong];
    await guest.getByLabel('Choose photos').setInputFiles(files);
    await expect(guest.getByText('2 photos added. Thank you!')).toBeVisible();
    await expect(guest.getByText('Couldn’t add 1 photo')).toBeVisible();
    await expect(guest.getByText('This isn’t a photo in a supported format.')).toBeVisible();
    await guest.reload();
    await expect(guest.getByLabel('Your name')).toHaveValue('Iris');
  });

  await test.step('nobody sees them before the studio shows one', async () => {
    await navigateTo(studio, `/app/galleries/${gallery.id}`);
    await expect(studio.getByText('2 guest photos to review')).toBeVisible();
    await guest.goto(gallery.path);
    await expect(guest.getByRole('heading', { level: 1, name: 'Ana & Pau' })).toBeVisible();
    await expect(guest.getByText('1 photo', { exact: true })).toBeVisible();
    await studio.getByRole('button', { name: 'Select them' }).click();
    await studio.getByLabel('Select second.jpg').uncheck();
    await studio.getByRole('toolbar').getByRole('button', { name: 'Show to clients' }).click();
    await expect(studio.getByText('1 guest photo to review')).toBeVisible();
    await expect(async () => {
      await guest.reload();
      await expect(guest.getByText('2 photos', { exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(guest.getByRole('link', { name: 'Photo 2 of 2' })).toBeVisible();
  });

  await test.step('a closed link takes nothing', async () => {
    await navigateTo(studio, `/app/galleries/${gallery.id}/access`);
    await studio.getByRole('switch', { name: 'Let guests add photos' }).click();
    await expect(studio.getByLabel('Link for guests')).toBeHidden();
    faults.allowStatus(404, /^\/api\/guest-uploads\//);
    await expect(async () => {
      await guest.goto(new URL(link).pathname);
      await expect(guest.getByRole('heading', { name: 'You can no longer add photos' })).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
  });
});
