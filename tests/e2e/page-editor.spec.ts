import type { Page } from '@playwright/test';
import { database } from './support/database.ts';
import { makeMember, makePhotographer, type Photographer } from './support/photographer.ts';
import { makePage } from './support/site.ts';
import { expect, test } from './support/test.ts';

const outline = (page: Page) => page.getByRole('tree', { name: 'Structure of the page' });
const line = (page: Page, name: string | RegExp) => outline(page).getByRole('treeitem', { name });
const preview = (page: Page) => page.frameLocator('iframe[title="Preview of the page"]');

/** Waits until the server has the page's texts in this order. */
async function expectStored({ account }: Photographer, path: string, texts: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const sql = `select block ->> 'text' as text
        from pages, jsonb_array_elements(rows) with ordinality as r (part, position),
          jsonb_array_elements(part -> 'cells') as cell, jsonb_array_elements(cell -> 'blocks') as block
        where account_id = $1 and path = $2 and block ->> 'kind' in ('heading', 'quote') order by position`;
      const { rows } = await database().query<{ text: string }>(sql, [account.id, path]);
      return rows.map(({ text }) => text);
    })
    .toEqual(texts);
}

async function addSection(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add section', exact: true }).first().click();
  await page.getByRole('dialog', { name: 'Add a section' }).getByRole('button', { name }).click();
}

test('makes a page from sections, with typing, undo, keys and another person’s change', async ({ open }) => {
  test.skip(test.info().project.name === 'phone', 'a phone has the structure behind a button');
  const owner = await makePhotographer();
  const colleague = await makeMember(owner, 'photographer');
  await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' });
  const page = await open({ as: owner });
  await page.goto('/app/website');

  await test.step('a new page with a proposed address', async () => {
    await page.getByRole('button', { name: 'New page' }).click();
    await page.getByLabel('Title').fill('Núria & me');
    await expect(page.getByLabel('Address')).toHaveValue('nuria-me');
    await page.getByRole('button', { name: 'Create page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Núria & me' })).toBeVisible();
  });

  await test.step('sections, and a text that the preview follows', async () => {
    await addSection(page, 'Heading and text');
    await addSection(page, 'Quote');
    await line(page, /^Heading/).click();
    const field = page.getByRole('textbox', { name: 'Heading' });
    await field.fill('Morning light');
    await expect(preview(page).getByText('Morning light')).toBeVisible();
    await expectStored(owner, 'nuria-me', ['Morning light', 'A quote from a happy client.']);
    await field.press('Control+z');
    await expect(field).toHaveValue('Your heading');
    await field.press('Control+Shift+z');
    await expect(field).toHaveValue('Morning light');
  });

  await test.step('another order by keys, announced', async () => {
    await line(page, /^Section 1: Morning light/).click();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByText('moved to position 2')).toBeAttached();
    await expect(outline(page).getByRole('treeitem', { level: 1 }).last()).toHaveAccessibleName(
      'Section 2: Morning light',
    );
    await expectStored(owner, 'nuria-me', ['A quote from a happy client.', 'Morning light']);
  });

  await test.step('a colleague’s change beside one’s own', async () => {
    const other = await open({ as: colleague });
    await other.goto(new URL(page.url()).pathname);
    await line(other, /^Quote/).click();
    await line(page, /^Heading/).click();
    await page.getByRole('textbox', { name: 'Heading' }).fill('Evening light');
    await other.getByRole('textbox', { name: 'Quote' }).fill('We cried.');
    await expect(preview(page).getByText('We cried.')).toBeVisible();
    await expect(preview(other).getByText('Evening light')).toBeVisible();
    await expectStored(owner, 'nuria-me', ['We cried.', 'Evening light']);
    // The colleague’s step is theirs: undo takes back one’s own text only.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectStored(owner, 'nuria-me', ['We cried.', 'Morning light']);
  });

  await test.step('deleted by key and back by undo', async () => {
    await line(page, /^Section 1: We cried/).click();
    await page.keyboard.press('Delete');
    await expectStored(owner, 'nuria-me', ['Morning light']);
    await page.keyboard.press('Control+z');
    await expectStored(owner, 'nuria-me', ['We cried.', 'Morning light']);
  });
});

test('writes a heading in the preview, with a way back', async ({ open }) => {
  test.skip(test.info().project.name === 'phone', 'a phone has a sheet with the fields over the preview');
  const owner = await makePhotographer();
  const id = await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' });
  const page = await open({ as: owner });
  await page.goto(`/app/website/pages/${id}`);
  const heading = preview(page).getByText('Welcome', { exact: true });
  await expect(heading).toBeVisible();
  const field = preview(page).getByRole('textbox', { name: 'Heading' });
  // The page is inert: the press reaches the document, which finds the part below.
  const press = async () => {
    const box = (await heading.boundingBox())!;
    await page.mouse.click(box.x + 10, box.y + box.height / 2);
  };
  await press();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Welcome');
  await page.keyboard.type(' to the coast');
  // The field of the panel is the same text.
  await expect(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('Welcome to the coast');
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(heading).toBeVisible();
  await press();
  await page.keyboard.type(' home');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await expectStored(owner, 'home', ['Welcome home']);

  await page.getByRole('button', { name: 'Home', exact: true }).click();
  const title = page.getByRole('textbox', { name: 'Rename page' });
  await title.fill('Weddings');
  await title.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Weddings' })).toBeVisible();
});

test('edits a page on a phone and selects in the preview', async ({ open }) => {
  const owner = await makePhotographer();
  const id = await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' });
  const page = await open({ as: owner, phone: true });
  await page.goto(`/app/website/pages/${id}`);
  // The page in the preview is inert: the point is pressed, not the element.
  const box = (await preview(page).getByText('Welcome').boundingBox())!;
  await page.touchscreen.tap(box.x + 20, box.y + box.height / 2);
  await page.getByRole('textbox', { name: 'Heading' }).fill('Hello');
  await expectStored(owner, 'home', ['Hello']);
  await page.getByRole('button', { name: 'Structure' }).click();
  await line(page, /^Heading/)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expectStored(owner, 'home', ['Hello', 'Hello']);
});

test('keeps text that was typed without a server for the next visit', async ({ open, faults }) => {
  test.skip(test.info().project.name === 'phone', 'a phone has the structure behind a button');
  const owner = await makePhotographer();
  const id = await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' });
  const page = await open({ as: owner });
  await page.goto(`/app/website/pages/${id}`);
  await line(page, /^Heading/).click();
  faults.allowOffline();
  await page.context().setOffline(true);
  await page.getByRole('textbox', { name: 'Heading' }).fill('Typed on a train');
  await page.context().setOffline(false);
  await page.reload();
  await expectStored(owner, 'home', ['Typed on a train']);
});

test('names the address that another page has', async ({ open }) => {
  test.skip(test.info().project.name === 'phone', 'a phone has the page’s fields behind a button');
  const owner = await makePhotographer();
  await makePage(owner, { path: 'home', title: 'Home', heading: 'Welcome' });
  const id = await makePage(owner, { path: 'about', title: 'About', heading: 'We' });
  const page = await open({ as: owner });
  await page.goto(`/app/website/pages/${id}`);
  await page.getByRole('tab', { name: 'Page' }).click();
  await page.getByLabel('Address').fill('home');
  await expect(page.getByText('Another page has this address.')).toBeVisible();
  await page.getByLabel('Address').fill('about-us');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Back to the website' }).click();
  await expect(page.getByText('/about-us · Not in the menu')).toBeVisible();
});
