import type { Page } from '@playwright/test';
import { THEME_CHOICES } from '#core/domain/branding/theme.ts';
import { insertRow, newId } from '../support/rows.ts';
import { expectNothingSerious } from './support/axe.ts';
import { database } from './support/database.ts';
import { makeGallery } from './support/galleries.ts';
import { watchShifts } from './support/layout.ts';
import { freshEmail, makePhotographer, type Photographer } from './support/photographer.ts';
import { stack } from './support/stack-address.ts';
import { expect, test } from './support/test.ts';
import { type Width, widthsFrom, widthsOf } from './support/widths.ts';

const rich = (text: string) => [{ type: 'p', children: [{ text }] }];
const rowOf = (look: object, ...blocks: object[]) => ({
  id: newId(),
  v: 1,
  look,
  cells: [{ id: newId(), span: 12, blocks: blocks.map((block) => ({ id: newId(), ...block })) }],
});

/** A page with every ground and most kinds of blocks. */
function rowsWith(photoIds: readonly string[]): object[] {
  const photos = photoIds.map((photoId) => ({ photoId }));
  return [
    rowOf(
      { photoId: photoIds[0] },
      { kind: 'heading', level: 1, text: 'By the sea' },
      { kind: 'button', label: 'Write', link: 'tel:+34600' },
    ),
    rowOf({}, { kind: 'heading', text: 'Lately' }, { kind: 'gallery', mode: 'picked', photos, columns: 3 }),
    rowOf({ background: 'tint' }, { kind: 'quote', text: 'We cried.', author: 'Clara' }, { kind: 'slideshow', photos }),
    rowOf({ background: 'dark' }, { kind: 'text', body: rich('Words') }, { kind: 'galleries' }, { kind: 'contact' }),
    rowOf({ background: 'accent' }, { kind: 'heading', text: 'Your date' }, { kind: 'text', body: rich('Words') }),
    rowOf(
      {},
      { kind: 'prices', mode: 'own', items: [{ name: 'Day', price: '900 €', text: 'All of it' }] },
      { kind: 'faq', items: [{ question: 'When?', answer: rich('Soon') }] },
      { kind: 'embed', url: 'https://www.openstreetmap.org/#map=15/42.2887/3.2770', title: 'The studio' },
      { kind: 'map', address: 'Cadaqués' },
    ),
    rowOf({}, { kind: 'heading', text: 'Contact' }, { kind: 'contact', form: true }),
  ];
}

/** Publishes a page of the same rows at each path. */
async function publish(owner: Photographer, rows: object[], paths: readonly string[]): Promise<void> {
  const [releaseId, db] = [newId(), database()];
  const author = { account_id: owner.account.id, author_id: owner.session.user.id };
  const pages = paths.map((path, order) => {
    return { id: newId(), path, title: path, description: '', rows, settings: { menu: true }, order, updatedAt: 1 };
  });
  await insertRow(db, 'site_releases', { id: releaseId, ...author, kind: 'published', pages: '[]' });
  await insertRow(db, 'site_release_contents', {
    release_id: releaseId,
    account_id: owner.account.id,
    content: JSON.stringify({ pages }),
  });
  await insertRow(db, 'site_state', { account_id: owner.account.id, live_release_id: releaseId });
}

async function setTheme(owner: Photographer, values: Record<string, unknown>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await database().query(
      `insert into settings (account_id, author_id, key, value) values ($1, $2, $3, $4)
       on conflict (account_id, key) do update set value = excluded.value`,
      [owner.account.id, owner.session.user.id, `theme.${key}`, JSON.stringify(value)],
    );
  }
}

test('every template is accessible in both schemes, does not move, and sends no request elsewhere', async ({
  open,
}) => {
  test.slow();
  const owner = await makePhotographer('Estudi Llum');
  const { photoIds } = await makeGallery(owner, { name: 'Sea', photos: 4, values: { visibility: 'public' } });
  await publish(owner, rowsWith(photoIds), ['plain', ...THEME_CHOICES.template]);
  const page = await open();
  const others = new Set<string>();
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== stack().origin && origin !== 'null') others.add(origin);
  });
  await watchShifts(page);
  const turnToWidth = await widthsOf(page);
  let width: Width = 'desktop';
  // Each template has a page of its own, which no cache holds yet.
  for (const path of ['plain', ...THEME_CHOICES.template]) {
    if (path !== 'plain') await setTheme(owner, { template: path, updatedAt: 1 });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(`/p/${owner.account.slug}/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'By the sea' })).toBeVisible();
    await expectNothingSerious(page, path);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await expectNothingSerious(page, `${path}, dark`, { rules: ['color-contrast'] });
    // Half a pixel of a line whose font arrives is no shift.
    const moved = await page.evaluate(() => window.shifts?.reduce((sum, { value }) => sum + value, 0));
    expect([path, Math.round(moved! * 1000)]).toEqual([path, 0]);
    // The next page loads at the other width.
    for (const at of widthsFrom(width)) {
      if (at !== width) await turnToWidth(at);
      width = at;
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([path, at, isWider]).toEqual([path, at, false]);
    }
  }
  expect([...others]).toEqual([]);
});

test('photos open at their largest, and a map once it is asked for', async ({ open }) => {
  const owner = await makePhotographer('Estudi Llum');
  const { photoIds } = await makeGallery(owner, { name: 'Sea', photos: 3, values: { visibility: 'public' } });
  await publish(owner, rowsWith(photoIds), ['work']);
  const page = await open();
  await page.goto(`/p/${owner.account.slug}/work`);
  await page.getByRole('link', { name: 'Photo 2' }).click();
  const viewer = page.getByRole('dialog', { name: 'Photo at full size' });
  await expect(viewer.getByText('2 / 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('1 / 3')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('link', { name: 'Photo 1' })).toBeFocused();

  await page.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: 'A map' }));
  await page.getByRole('link', { name: 'Show it here' }).click();
  await expect(page.frameLocator('iframe[title="The studio"]').getByText('A map')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-popups');
});

test('a message from a page brings its proof, and without scripts none', async ({ open, browser }) => {
  const owner = await makePhotographer('Estudi Llum');
  await publish(owner, [rowOf({}, { kind: 'contact', form: true })], ['contact']);
  const send = async (page: Page, message: string) => {
    await page.goto(`/p/${owner.account.slug}/contact`);
    await page.getByLabel('Name').fill('Mar Riera');
    await page.getByLabel('Email').fill(freshEmail('mar'));
    await page.getByLabel('Message').fill(message);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Message sent' })).toBeVisible();
    const { rows } = await database().query<{ spam_signs: string[] }>(
      'select spam_signs from leads where account_id = $1 and message = $2',
      [owner.account.id, message],
    );
    return rows.map((row) => row.spam_signs);
  };
  expect(await send(await open(), 'Are you free?\nWe are two.')).toEqual([[]]);
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  expect(await send(await context.newPage(), 'Hello')).toEqual([['no_proof']]);
  await context.close();
});
