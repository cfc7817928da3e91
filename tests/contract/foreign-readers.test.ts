import { parseRssFeed } from 'feedsmith';
import ICAL from 'ical.js';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parseSitemap } from 'sitemap';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { calendar } from '#core/api/calendar.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { backOffice } from '../support/back-office.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { createArchive, fetchPart, storedPhoto } from '../support/archives.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { rounds, variants } from '../support/long.ts';
import { insertCustomer, insertRow, newId } from '../support/rows.ts';
import { makeStudio, publishedGallery } from '../support/studio.ts';

/* What the product writes for other programs, read by parsers that others have written. */

const api = await testApi();
const studio = await makeStudio(api, `Llum & "Mar"; <Studio>`);
const base = `/p/${studio.slug}`;
const TEXTS = variants(HOSTILE_TEXTS, 2);
const text = async (path: string) => (await api.call('GET', path, { channel: null })).text;

describe('the calendar feed, read by ical.js', () => {
  it('has every session with its client, location and times, and an organizer', async () => {
    const author = { account_id: studio.id, author_id: studio.owner.userId };
    const at = Math.floor(api.clock.now() / 1000) * 1000 + DAY_MS;
    for (const [index, name] of TEXTS.entries()) {
      const customer_id = await insertCustomer(api.db.pool, studio.id, { name });
      const date = new Date(at + index * DAY_MS);
      await insertRow(api.db.pool, 'sessions', {
        id: newId(),
        ...author,
        customer_id,
        date,
        type: 'Portrait',
        location: name,
      });
    }
    const { url } = (await api.call('POST', '/api/calendar-feed', { as: studio.owner, account: studio.id })).read(
      calendar.create,
    );
    const parsed = new ICAL.Component(ICAL.parse(await text(url.slice(ORIGIN.length))) as never);
    expect([parsed.getFirstPropertyValue('method'), parsed.getFirstPropertyValue('version')]).toEqual([
      'PUBLISH',
      '2.0',
    ]);
    const events = parsed.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(events.map(({ summary }) => summary)).toEqual(TEXTS.map((name) => `${name} · Portrait`));
    expect(events.map(({ location }) => location)).toEqual(TEXTS);
    expect(events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual(TEXTS.map((_, n) => at + n * DAY_MS));
    for (const { organizer, endDate, startDate } of events) {
      expect(organizer).toBe(ORIGIN + base);
      expect(endDate.compare(startDate)).toBe(1);
    }
  });
});

describe('the website', () => {
  const office = backOffice(api.db);
  const ctx = { userId: studio.owner.userId, accountId: studio.id, role: 'owner', now: () => api.clock.now() } as const;
  const mutate = async (name: string, args: object) =>
    expect(await office.mutate(name, { ...args, now: 1 } as never, ctx)).toBe('done');

  it('has its posts in a feed for feedsmith, and its pages in a sitemap for sitemap.js', async () => {
    for (const [index, title] of TEXTS.entries()) {
      const settings = { kind: 'post', date: Date.UTC(2030, 0, 2 + index) };
      const post = { id: newId(), path: `journal/post-${index}`, title, description: title, order: index, settings };
      await mutate('pages.create', post);
    }
    await mutate('site.publish', { releaseId: newId() });
    const gallery = await publishedGallery(api, studio, { visibility: 'public', name: TEXTS[0]! });

    const feed = parseRssFeed(await text(`${base}/journal/feed.xml`));
    const posts = TEXTS.map((title, index) => ({ title, link: `${ORIGIN}${base}/journal/post-${index}` })).toReversed();
    expect(feed.items?.map(({ title, link }) => ({ title, link }))).toEqual(posts);
    expect(feed.items?.map(({ description }) => description)).toEqual([...TEXTS].toReversed());
    expect([feed.title, feed.link]).toEqual([`Llum & "Mar"; <Studio>`, `${ORIGIN}${base}/journal`]);
    expect(new Set(feed.items?.map(({ guid }) => guid?.value)).size).toBe(TEXTS.length);

    const urls = (await parseSitemap(Readable.from([await text(`${base}/sitemap.xml`)]))).map(({ url }) => url);
    expect(urls).toEqual(expect.arrayContaining([...posts.map(({ link }) => link), `${ORIGIN}${base}/journal`]));
    expect(urls.some((url) => url.endsWith(gallery.slice(-8)))).toBe(true);
    for (const url of urls) expect((await api.call('GET', new URL(url).pathname, { channel: null })).status).toBe(200);
  });
});

describe('a download, read by yauzl', () => {
  it('has every photo under its name with its bytes', async () => {
    const galleryId = await publishedGallery(api, studio, { name: TEXTS[0]!, sort_by: 'filename' });
    const photos = [];
    for (let index = 0; index < rounds(3, 40); index++) {
      const filename = `${String(index).padStart(3, '0')} ${HOSTILE_TEXTS[index % HOSTILE_TEXTS.length]!.slice(0, 60)}.jpg`;
      photos.push(await storedPhoto(api, studio, galleryId, { filename }));
    }
    const archive = await createArchive(api, galleryId);
    const file = await fetchPart(api, galleryId, archive.id, 0);
    const zip = await fromBufferPromise(Buffer.from(await file.arrayBuffer()), { strictFileNames: true });
    const entries: { name: string; bytes: Uint8Array }[] = [];
    for await (const entry of zip.eachEntry()) {
      // Checks the size and the checksum.
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      entries.push({ name: entry.fileName, bytes: new Uint8Array(bytes) });
    }
    expect(entries.map(({ bytes }) => bytes)).toEqual(photos.map(({ original }) => original));
    expect(new Set(entries.map(({ name }) => name)).size).toBe(photos.length);
    for (const { name } of entries) expect(name).toMatch(/^\d{3} [^\\/:*?"<>|]*\.jpg$/u);
  });
});
