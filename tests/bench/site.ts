/**
 * The first page of a studio's website in each of the six looks, on a slow phone: its largest paint, compared with a
 * page that has only the same picture from the same edge, its layout shift, and the bytes that it transfers.
 */
import type { Page } from '@playwright/test';
import { makeId } from '#core/domain/values/ids.ts';
import type { Row } from '#core/domain/site/page-rows.ts';
import { starterPages, starterTheme } from '#core/domain/site/site-starters.ts';
import { DEFAULT_THEME, THEME_CHOICES } from '#core/domain/branding/theme.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { mutate } from '#local/demo/back-office.ts';
import { DEMO_GALLERIES, DEMO_PROFILE } from '#local/demo/content.ts';
import { demoIds } from '#local/demo/demo-ids.ts';
import { uploadPhotographs } from '#local/demo/upload.ts';
import { insertGallery, newId } from '../support/rows.ts';
import { quantile } from './figure.ts';
import type { Figure } from './figure.ts';
import { openPhone } from './phone.ts';
import type { Sizes } from './sizes.ts';
import type { Studio } from './studio.ts';
import { zeroClient } from './sync.ts';
import { waitUntilReady } from './upload.ts';

type Template = (typeof THEME_CHOICES)['template'][number];

const BARE_PATH = '/bench-bare';
const KB = 1024;
/** Photos are painted, rendered and published; several people may use the machine. */
const READY_MS = 300_000;

export async function benchSite(studio: Studio, { sitePhotos, rounds }: Sizes): Promise<Figure[]> {
  await publishLooks(studio, await uploadGallery(studio, sitePhotos));
  const figures: Figure[] = [];
  for (const template of THEME_CHOICES.template) {
    // The edge has none of the template's page yet: each has an address of its own.
    await setTheme(studio, template);
    const visits: Visit[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const visit = await visitPage(studio, template);
      visits.push(visit);
      bare.push(await visitPicture(studio, visit.picture));
    }
    figures.push(...figuresOf(template, visits, bare));
  }
  return figures;
}

function figuresOf(template: Template, visits: readonly Visit[], bare: readonly number[]): Figure[] {
  const median = (what: 'largest' | 'shift' | 'bytes' | 'allBytes') => quantile(visits.map((visit) => visit[what]));
  const figure = (what: string, value: number, limit: number | null, unit: string): Figure => {
    return { bar: 'site', what: `${template}, ${what}`, value, limit, unit, n: visits.length };
  };
  return [
    figure('largest contentful paint', median('largest'), null, 'ms'),
    figure('largest contentful paint', median('largest') / quantile(bare), null, '× bare picture'),
    figure('layout shift', Math.round(median('shift') * 1000) / 1000, 0, ''),
    figure('transferred at first', median('bytes') / KB, null, 'KB'),
    figure('transferred, scrolled to its end', median('allBytes') / KB, null, 'KB'),
  ];
}

interface UploadedGallery {
  id: string;
  name: string;
  photos: { id: string; width: number; height: number }[];
}

/** Uploads the first photos of the demo's public gallery, as cameras make them. */
async function uploadGallery({ database, account, api }: Studio, count: number): Promise<UploadedGallery> {
  const ids = demoIds(account.id);
  const demo = DEMO_GALLERIES.find(({ visibility }) => visibility === 'public')!;
  const id = ids.gallery(demo.key);
  const values = { id, name: demo.name, visibility: 'public', status: 'published', published_at: new Date() };
  await insertGallery(database, account.id, values);
  await uploadPhotographs(api, ids, { ...demo, photographs: demo.photographs.slice(0, count) });
  await waitUntilReady(database, id, count);
  const sql = `select id, width, height from photos where gallery_id = $1 order by filename`;
  const photos = (await database.query<UploadedGallery['photos'][number]>(sql, [id])).rows;
  await database.query('update galleries set cover_photo_id = $2 where id = $1', [id, photos[0]!.id]);
  return { id, name: demo.name, photos };
}

/** Publishes the first page of every look, each at the path of its name, and waits for the public copies of its photos. */
async function publishLooks(studio: Studio, gallery: UploadedGallery): Promise<void> {
  const { account, database } = studio;
  const starter = {
    name: account.name,
    language: account.language,
    bio: DEMO_PROFILE.bio ?? '',
    address: '',
    galleries: [{ id: gallery.id, name: gallery.name }],
    photos: gallery.photos,
    booking: false,
    posts: false,
    contactForm: true,
  };
  const office = zeroClient(studio);
  try {
    await office.preload(queries.pages.list()).complete;
    await office.preload(queries.site.settings()).complete;
    await office.preload(queries.site.state()).complete;
    await office.preload(queries.site.releases()).complete;
    const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);
    for (const [order, template] of THEME_CHOICES.template.entries()) {
      const [home] = starterPages(template, starter, template, () => makeId(random));
      // Links to pages that are not published show nothing; the pages of six looks are more than a site has.
      const page = { ...home!, order, rows: home!.rows as Row[] };
      await mutate(office, mutators.pages.create({ ...page, now: Date.now() } as never));
    }
    await mutate(office, mutators.site.publish({ releaseId: newId(), now: Date.now() }));
  } finally {
    await office.close();
  }
  const readCopies = async () => {
    const sql = 'select count(*)::int as made, count(ready_at)::int as ready from site_pictures where account_id = $1';
    return (await database.query<{ made: number; ready: number }>(sql, [account.id])).rows[0]!;
  };
  await until(readCopies, ({ made, ready }) => made > 0 && made === ready, 'the pictures of the website are not there');
}

async function until<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean, fault: string) {
  const limit = Date.now() + READY_MS;
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    if (Date.now() > limit) throw new Error(fault);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Saves the theme that the studio gets with a look. */
async function setTheme({ database, account, session }: Studio, template: Template): Promise<void> {
  const values = { ...starterTheme(template, { ...DEFAULT_THEME, updatedAt: 0 }), updatedAt: 1 };
  for (const [key, value] of Object.entries(values)) {
    await database.query(
      `insert into settings (account_id, author_id, key, value) values ($1, $2, $3, $4)
       on conflict (account_id, key) do update set value = excluded.value`,
      [account.id, session.user.id, `theme.${key}`, JSON.stringify(value)],
    );
  }
}

interface Visit {
  /** Milliseconds. */
  largest: number;
  shift: number;
  /** Bytes that came over the line until the page was still, and until it was scrolled to its end. */
  bytes: number;
  allBytes: number;
  /** The picture that the page preloads. */
  picture: { srcset: string; sizes: string };
}

async function visitPage(studio: Studio, path: string): Promise<Visit> {
  const page = await openPhone(studio);
  const transferred = await watchTransfer(page);
  await page.goto(`${studio.stack.origin}/p/${studio.account.slug}/${path}`);
  await page.waitForLoadState('networkidle');
  const { largest, shift } = await page.evaluate(() => window.bench);
  const bytes = transferred();
  const picture = await page.evaluate(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=preload][as=image]');
    if (!link) throw new Error('the page preloads no picture');
    return { srcset: link.imageSrcset, sizes: link.imageSizes };
  });
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    }
  });
  await page.waitForLoadState('networkidle');
  const visit = { largest, shift, bytes, allBytes: transferred(), picture };
  await page.context().close();
  return visit;
}

/** Counts the bytes of all answers, with their headers. */
async function watchTransfer(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  return () => bytes;
}

/** Returns the largest contentful paint of a page with this picture alone, which costs nothing. */
async function visitPicture(studio: Studio, { srcset, sizes }: Visit['picture']): Promise<number> {
  const page = await openPhone(studio);
  const body = `<!doctype html><meta name="viewport" content="width=device-width"><img srcset="${srcset}" sizes="${sizes}" style="width:100%">`;
  await page.route(`**${BARE_PATH}`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(studio.stack.origin + BARE_PATH);
  await page.waitForLoadState('networkidle');
  const { largest } = await page.evaluate(() => window.bench);
  await page.context().close();
  return largest;
}
