/** Choosing from thousands of photos: a client with hundreds of picks on a slow phone, and the studio that watches. */
import type { Page } from '@playwright/test';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';
import { insertRow, newId } from '../support/rows.ts';
import type { Figure } from './figure.ts';
import { quantile } from './figure.ts';
import { insertPublicGallery, type PublicGallery } from './gallery-fixture.ts';
import { LONG_TASK_MS, scroll, totalBlockingTime, watchPage } from './page-watch.ts';
import { openPhone } from './phone.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';
import { watchSyncTraffic } from './sync-traffic.ts';

const TIMEOUT_MS = 120_000;
const HOUR_MS = 3_600_000;
const SCROLL = { frames: 180, px: 150 };
const QUIET_MS = 3000;
/** Of a photo in view. */
const HEART = '#content button[aria-pressed]';

export async function benchProofing(studio: Studio, sizes: Sizes): Promise<Figure[]> {
  const { photos, picks } = { photos: sizes.publicPhotos[2], picks: sizes.picks };
  const gallery = await insertPublicGallery(studio, photos);
  const link = await insertSelection(studio, gallery, picks);
  const what = `${photos} photos, ${picks} picks`;
  return [
    ...(await clientFigures(studio, gallery, link, what, sizes)),
    ...(await studioFigures(studio, gallery, what)),
  ];
}

/** Invites a client, whose open selection has `picks` of the gallery's photos. Returns the address of the invitation. */
async function insertSelection(studio: Studio, gallery: PublicGallery, picks: number): Promise<string> {
  const { database, account, session, stack } = studio;
  const [client, list, token] = [newId(), newId(), makeToken()];
  const parents = { account_id: account.id, gallery_id: gallery.id };
  const grant = { author_id: session.user.id, label: 'Ana', email: 'ana@example.org', status: 'sent' };
  await insertRow(database, 'grants', { id: client, ...parents, ...grant, can_select: true, can_comment: true });
  await insertRow(database, 'grant_tokens', {
    token_hash: hashToken(token),
    expires_at: new Date(Date.now() + HOUR_MS),
    account_id: account.id,
    grant_id: client,
  });
  const selection = { kind: 'selection', name: 'Album', max_count: picks + 100 };
  await insertRow(database, 'pick_lists', { id: list, ...parents, ...selection });
  await database.query(
    `insert into picks (list_id, photo_id, person_id, account_id, gallery_id)
     select $1, id, $2, account_id, gallery_id from photos where gallery_id = $3 order by md5(id) limit $4`,
    [list, client, gallery.id, picks],
  );
  return `${stack.origin}/p/${account.slug}/invite/${gallery.id}?token=${token}`;
}

const bar = (page: Page) => page.getByRole('region', { name: 'Your selection' });

async function clientFigures(
  studio: Studio,
  gallery: PublicGallery,
  link: string,
  what: string,
  { rounds, picks }: Sizes,
): Promise<Figure[]> {
  const page = await openPhone(studio);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(link);
  const shown = bar(page).getByText(`${picks} of ${picks + 100}`);
  await shown.waitFor();
  const opened: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(gallery.address);
    await shown.waitFor();
    opened.push(await page.evaluate(() => performance.now()));
  }
  await page.waitForLoadState('networkidle');
  const blockingMs = await totalBlockingTime(page, 0);
  const hearts: number[] = [];
  for (let round = 0; round < rounds; round++) hearts.push(await pressHeart(page));
  const { longestTask } = await scroll(page, SCROLL);
  await page.context().close();
  const figure = { bar: 'proofing', limit: null, unit: 'ms' };
  return [
    { ...figure, what: `${what}: a phone shows the selection`, value: quantile(opened), n: rounds },
    { ...figure, what: `${what}: its blocking time`, value: blockingMs },
    { ...figure, what: `${what}: a heart is painted`, value: quantile(hearts), limit: 100, n: rounds },
    { ...figure, what: `${what}: longest task while scrolling`, value: longestTask, limit: LONG_TASK_MS },
  ];
}

/** Milliseconds from pressing the first heart, which adds or removes its photo, to its next paint. */
async function pressHeart(page: Page): Promise<number> {
  await page.locator(HEART).first().waitFor();
  return page.evaluate(async (selector) => {
    const heart = document.querySelector<HTMLElement>(selector)!;
    const before = heart.getAttribute('aria-pressed');
    const started = performance.now();
    heart.click();
    while (heart.getAttribute('aria-pressed') === before) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - started;
  }, HEART);
}

async function studioFigures(studio: Studio, gallery: PublicGallery, what: string): Promise<Figure[]> {
  const page = await studio.open({ signedIn: true, viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(TIMEOUT_MS);
  await watchPage(page);
  const traffic = watchSyncTraffic(page);
  const address = `${studio.stack.origin}/app/galleries/${gallery.id}/proofing`;
  const pick = page.getByRole('button', { name: /, Ana: yes$/ }).first();
  await page.goto(address);
  await pick.waitFor();
  await traffic.settled(QUIET_MS);
  await page.goto(address);
  await pick.waitFor();
  const opened = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  const { longestTask } = await scroll(page, SCROLL);
  await page.context().close();
  const figure = { bar: 'proofing', limit: null, unit: 'ms' };
  return [
    { ...figure, what: `${what}: the studio’s page loads`, value: opened },
    { ...figure, what: `${what}: longest task, studio scrolls`, value: longestTask, limit: LONG_TASK_MS },
  ];
}
