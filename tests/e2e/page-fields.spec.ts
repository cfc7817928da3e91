import type { Page } from '@playwright/test';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { makePhotographer } from './support/photographer.ts';
import { makePage } from './support/site.ts';
import { expect, test } from './support/test.ts';

const select = (page: Page, kind: RegExp) =>
  page.getByRole('tree', { name: 'Structure of the page' }).getByRole('treeitem', { name: kind }).click();

/** Waits until the server has this value in a field of the page's second block. */
async function expectStored(pageId: string, field: string, value: unknown): Promise<void> {
  await expect
    .poll(async () => {
      const sql = `select rows #> array['0', 'cells', '0', 'blocks', '1', $2] as value from pages where id = $1`;
      return (await database().query<{ value: unknown }>(sql, [pageId, field])).rows[0]?.value;
    })
    .toEqual(value);
}

const p = (...children: object[]) => ({ type: 'p', children });

test('keeps the caret in a text that another person changes, and stores what is pasted and linked', async ({
  open,
}) => {
  const owner = await makePhotographer();
  const body = [p({ text: 'First' }), p({ text: 'Second' })];
  const id = await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' }, { kind: 'text', body });
  const page = await open({ as: owner });
  await page.goto(`/app/website/pages/${id}`);
  await select(page, /^Text/);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.getByText('Second').click();
  await page.keyboard.press('End');
  await database().query(
    `update pages set rows = replace(rows::text, 'First', 'A longer first')::jsonb where id = $1`,
    [id],
  );
  await expect(text).toContainText('A longer first');
  await page.keyboard.type(', typed');
  await expectStored(id, 'body', [p({ text: 'A longer first' }), p({ text: 'Second, typed' })]);

  await page.keyboard.press('Control+a');
  await text.evaluate((element) => {
    const data = new DataTransfer();
    const table = '<table><tr><td>Cell</td></tr></table>';
    const links = '<a href="javascript:alert(1)">bad</a> <a href="https://example.com/">good</a>';
    data.setData(
      'text/html',
      `<h1>Title</h1><p style="color:red"><b>Bold</b><br>${links}</p>${table}<script>x</script>`,
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expectStored(id, 'body', [
    { type: 'h3', children: [{ text: 'Title' }] },
    p({ text: 'Bold', bold: true }, { text: ' bad ' }, { text: 'good', link: 'https://example.com/' }),
    p({ text: 'Cell' }),
  ]);

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Link' });
  await dialog.getByLabel('Link to').selectOption('A web address');
  const set = dialog.getByRole('button', { name: 'Add link' });
  await dialog.getByRole('textbox').fill('example');
  await expect(set).toBeDisabled();
  await dialog.getByRole('textbox').fill('www.example.org');
  await set.click();
  await expect(text).toBeFocused();
  const link = 'https://www.example.org';
  const linked = (look: object) => [
    { type: 'h3', children: [{ text: 'Title', ...look, link }] },
    p({ text: 'Bold', bold: true, ...look, link }, { text: ' bad good', ...look, link }),
    p({ text: 'Cell', ...look, link }),
  ];
  await expectStored(id, 'body', linked({}));

  // The toolbar by keys: the focus stays on its button.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  const italic = page.getByRole('button', { name: 'Italic' });
  await expect(italic).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(italic).toHaveAttribute('aria-pressed', 'true');
  await expect(italic).toBeFocused();
  await expectStored(id, 'body', linked({ italic: true }));
});

test('chooses and orders photos with keys, and describes them in two languages', async ({ open }) => {
  const owner = await makePhotographer();
  const { photoIds } = await makeGallery(owner, { photos: 3, values: { visibility: 'public' } });
  const [first, second] = photoIds;
  const block = { kind: 'slideshow', photos: [] };
  const id = await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' }, block);
  const page = await open({ as: owner });
  await page.goto(`/app/website/pages/${id}`);
  await select(page, /^Slideshow/);
  await page.getByRole('button', { name: 'Add photos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Ana & Pau/ }).press('Enter');
  await dialog.getByRole('button', { name: 'IMG_0001.jpg' }).press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Add 2 photos' }).click();
  await expectStored(id, 'photos', [{ photoId: first }, { photoId: second }]);

  const handle = page.getByRole('button', { name: 'Move IMG_0001.jpg', exact: true });
  await handle.press('ArrowDown');
  await expect(handle).toBeFocused();
  await expect(page.getByText('IMG_0001.jpg: position 2 of 2')).toBeAttached();
  await expectStored(id, 'photos', [{ photoId: second }, { photoId: first }]);

  const alt = page.getByLabel('Alternative text').first();
  await alt.fill('The couple at sea');
  await expectStored(id, 'photos', [{ photoId: second, alt: 'The couple at sea' }, { photoId: first }]);
  await page.getByLabel('Language').selectOption('Català');
  await expect(alt).toHaveAttribute('placeholder', 'The couple at sea');
  await alt.fill('La parella al mar');
  const texts = { en: 'The couple at sea', ca: 'La parella al mar' };
  await expectStored(id, 'photos', [{ photoId: second, alt: texts }, { photoId: first }]);
});
