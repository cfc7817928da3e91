import { AppError } from '#core/domain/values/errors.ts';
import { readPageRows } from '#core/domain/site/page-upgrade.ts';
import { MAX_PAGES, readPageSettings } from '#core/domain/site/pages.ts';
import { jsonBytes } from '#core/domain/values/plain-json.ts';
import {
  type ContentPage,
  MAX_REDIRECTS,
  MAX_RELEASE_BYTES,
  MAX_RELEASES,
  nextPages,
  type ReleaseContent,
  type ReleaseKind,
} from '#core/domain/site/site.ts';
import { enqueueAccountPurge } from '../outbox/public-pages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { assertPhotosAllowed } from './pictures/permissions.ts';

interface NewRelease {
  accountId: string;
  userId: string;
  releaseId: string;
  /** Pages to publish; without it all drafts. */
  pageIds?: readonly string[] | undefined;
  /** Publishes without the photos that may not be shown, instead of refusing: nobody is there to choose others. */
  leaveOut?: boolean;
}

/**
 * Publishes the drafts as a new release, which becomes the live one. Writes redirects from the former paths of its pages,
 * and purges the studio's pages.
 * @throws AppError `not_found` for an unknown page, `conflict` if two pages would have one path, `limit_reached`,
 *   `site_photos_private` if a draft shows photos of galleries that are not public, without permission
 */
export async function publishSite(sql: Queryable, release: NewRelease, now: number): Promise<void> {
  const { accountId, pageIds, leaveOut = false } = release;
  const drafts = await lockDrafts(sql, accountId);
  const live = await readLiveContent(sql, accountId);
  const known = new Set([...drafts, ...live.pages].map(({ id }) => id));
  if (pageIds?.some((id) => !known.has(id))) throw new AppError('not_found', { field: 'pageIds' });
  const pages = nextPages(live.pages, drafts, pageIds);
  if (new Set(pages.map(({ path }) => path)).size < pages.length) throw new AppError('conflict', { field: 'pageIds' });
  if (!leaveOut) {
    const published = pageIds ? drafts.filter(({ id }) => pageIds.includes(id)) : drafts;
    await assertPhotosAllowed(sql, accountId, published, now);
  }
  await insertRelease(sql, release, 'published', pages, now);
  await sql.query('update site_state set live_release_id = $2, updated_at = $3 where account_id = $1', [
    accountId,
    release.releaseId,
    timestamp(now),
  ]);
  await writeRedirects(sql, accountId, live.pages, pages, now);
  await deleteOldReleases(sql, accountId);
  await purgeSite(sql, accountId, now);
}

/**
 * Makes pages of a release drafts again; other drafts stay. Keeps the drafts as they were as the release `savedId`. A
 * path that another draft has by now gets a number.
 */
export async function restoreRelease(
  sql: Queryable,
  { releaseId, savedId, ...restore }: Omit<NewRelease, 'releaseId'> & { releaseId: string; savedId: string },
  now: number,
): Promise<void> {
  const { accountId, userId, pageIds } = restore;
  const drafts = await lockDrafts(sql, accountId);
  const content = await readContent(sql, accountId, releaseId);
  const pages = content.pages.filter(({ id }) => !pageIds || pageIds.includes(id));
  if (pageIds && pages.length < new Set(pageIds).size) throw new AppError('not_found', { field: 'pageIds' });
  const restored = new Set(pages.map(({ id }) => id));
  const others = drafts.filter(({ id }) => !restored.has(id));
  if (others.length + pages.length > MAX_PAGES) throw new AppError('limit_reached');
  await insertRelease(sql, { accountId, userId, releaseId: savedId }, 'saved', drafts, now);
  // Frees the paths of drafts that exchange theirs: an id is no path of a page.
  await sql.query('update pages set path = id where account_id = $1 and id = any ($2::text[])', [
    accountId,
    [...restored],
  ]);
  const taken = new Set(others.map(({ path }) => path));
  for (const page of pages) {
    const path = freePath(page.path, taken);
    taken.add(path);
    await sql.query(
      `insert into pages (id, account_id, author_id, path, title, description, layout, rows, blocks, settings, "order",
         created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, null, $9, $10, $11, $12)
       on conflict (id) do update set path = excluded.path, title = excluded.title, description = excluded.description,
         layout = excluded.layout, rows = excluded.rows, blocks = null, settings = excluded.settings,
         "order" = excluded."order", updated_at = excluded.updated_at
       where pages.account_id = excluded.account_id`,
      [
        page.id,
        accountId,
        userId,
        path,
        page.title,
        page.description,
        page.layout,
        JSON.stringify(page.rows),
        JSON.stringify(page.settings),
        page.order,
        timestamp(now),
        // The page's own time: a draft equal to the live page counts as unchanged.
        timestamp(path === page.path ? page.updatedAt : now),
      ],
    );
  }
  await deleteOldReleases(sql, accountId);
}

/** Keeps drafts that are about to be replaced as a release of the kind `saved`. */
export async function saveDrafts(
  sql: Queryable,
  release: NewRelease,
  drafts: readonly ContentPage[],
  now: number,
): Promise<void> {
  await insertRelease(sql, release, 'saved', drafts, now);
  await deleteOldReleases(sql, release.accountId);
}

function freePath(path: string, taken: ReadonlySet<string>): string {
  for (let number = 2, free = path; ; number++) {
    if (!taken.has(free)) return free;
    free = `${path}-${number}`;
  }
}

/** Purges the site's pages from the CDN, and refreshes its pictures. */
export async function purgeSite(sql: Queryable, accountId: string, now: number): Promise<void> {
  const [account] = await sql.query<{ slug: string }>('select slug from accounts where id = $1', [accountId]);
  if (account) await enqueueAccountPurge(sql, accountId, [account.slug], now);
}

/** Serialises publications of a studio, and returns its drafts, which cannot change until the commit. */
export async function lockDrafts(sql: Queryable, accountId: string): Promise<ContentPage[]> {
  await sql.query('insert into site_state (account_id) values ($1) on conflict do nothing', [accountId]);
  await sql.query('select from site_state where account_id = $1 for no key update', [accountId]);
  const rows = await sql.query<ContentPage & { blocks: unknown }>(
    `select id, path, title, description, layout, rows, blocks, settings, "order", updated_at as "updatedAt"
     from pages where account_id = $1 order by "order", id for share`,
    [accountId],
  );
  return rows.map(({ blocks, ...page }) => ({
    ...page,
    rows: readPageRows({ ...page, blocks }),
    settings: readPageSettings(page.settings),
    // Zero's transactions return times as texts.
    updatedAt: new Date(page.updatedAt).getTime(),
  }));
}

async function readLiveContent(sql: Queryable, accountId: string): Promise<ReleaseContent> {
  const [row] = await sql.query<{ content: ReleaseContent }>(
    `select c.content from site_state s join site_release_contents c on c.release_id = s.live_release_id
     where s.account_id = $1 and c.account_id = $1`,
    [accountId],
  );
  return row?.content ?? { pages: [] };
}

async function readContent(sql: Queryable, accountId: string, releaseId: string): Promise<ReleaseContent> {
  const [row] = await sql.query<{ content: ReleaseContent }>(
    'select content from site_release_contents where release_id = $1 and account_id = $2',
    [releaseId, accountId],
  );
  if (!row) throw new AppError('not_found');
  return row.content;
}

async function insertRelease(
  sql: Queryable,
  { accountId, userId, releaseId }: NewRelease,
  kind: ReleaseKind,
  pages: readonly ContentPage[],
  now: number,
): Promise<void> {
  const content = { pages };
  if (jsonBytes(content) > MAX_RELEASE_BYTES) throw new AppError('limit_reached', { field: 'pageIds' });
  const listed = pages.map(({ id, path, title, updatedAt }) => ({ id, path, title, updatedAt }));
  await sql.query(
    `insert into site_releases (id, account_id, author_id, kind, pages, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [releaseId, accountId, userId, kind, JSON.stringify(listed), timestamp(now)],
  );
  await sql.query('insert into site_release_contents (release_id, account_id, content) values ($1, $2, $3)', [
    releaseId,
    accountId,
    JSON.stringify(content),
  ]);
}

/** Leads the former paths of moved pages to them; a path that a page has now leads nowhere else. */
async function writeRedirects(
  sql: Queryable,
  accountId: string,
  before: readonly ContentPage[],
  after: readonly ContentPage[],
  now: number,
): Promise<void> {
  const paths = new Map(after.map(({ id, path }) => [id, path]));
  const moved = before.filter(({ id, path }) => paths.has(id) && paths.get(id) !== path);
  await sql.query(
    `insert into site_redirects (account_id, path, page_id, created_at)
     select $1, m.path, m.id, $4 from unnest($2::text[], $3::text[]) as m (path, id)
     where exists (select from pages p where p.account_id = $1 and p.id = m.id)
     on conflict (account_id, path) do update set page_id = excluded.page_id, created_at = excluded.created_at`,
    [accountId, moved.map(({ path }) => path), moved.map(({ id }) => id), timestamp(now)],
  );
  await sql.query('delete from site_redirects where account_id = $1 and path = any ($2::text[])', [
    accountId,
    [...paths.values()],
  ]);
  await sql.query(
    `delete from site_redirects where account_id = $1 and path in (
       select path from site_redirects where account_id = $1 order by created_at desc, path offset $2)`,
    [accountId, MAX_REDIRECTS],
  );
  for (const { id, path } of moved) {
    await sql.query('update cms_settings set default_page = $3 where account_id = $1 and default_page = $2', [
      accountId,
      path,
      paths.get(id),
    ]);
  }
}

async function deleteOldReleases(sql: Queryable, accountId: string): Promise<void> {
  await sql.query(
    `delete from site_releases r where r.account_id = $1
       and r.id in (select o.id from site_releases o where o.account_id = $1 order by o.created_at desc, o.id offset $2)
       and not exists (select from site_state s where s.account_id = $1 and s.live_release_id = r.id)`,
    [accountId, MAX_RELEASES],
  );
}
