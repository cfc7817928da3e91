import type pg from 'pg';

/** Size of an installation. Every studio has the same, so that one of many can be compared with the only one. */
export interface Installation {
  studios: number;
  /** In each studio. */
  photos: number;
  sessions: number;
  events: number;
}

/** The installation that the product is measured by: 3 million photos, 100,000 sessions, 50 million gallery events. */
export const LARGE: Installation = { studios: 300, photos: 10_000, sessions: 334, events: 166_667 };

const GALLERIES = 50;
/** Months over which a studio's galleries were published; each is visited for two months. */
const MONTHS = 36;

/** Id of the studio with this number, from 1. */
export const accountId = (studio: number) => String(studio).padStart(10, '0');
/** Id of a studio's gallery, from 0: the earliest published. */
export const galleryId = (studio: number, gallery: number) => accountId(studio) + String(gallery).padStart(16, '0');

/** SQL for ids: digits are letters of the alphabet of ids. */
const id = (expression: string) => `lpad((${expression})::text, 20, '0')`;
const GALLERY = `$1 || lpad(g::text, 16, '0')`;
const PUBLISHED = `now() - (${MONTHS} - g * ${MONTHS}.0 / ${GALLERIES}) * interval '30 days'`;

/**
 * Fills a migrated, empty database. Triggers and foreign keys are off; the counters that triggers keep are written
 * here.
 * @param db connection of the superuser
 */
export async function generate(db: pg.Client, size: Installation): Promise<void> {
  await db.query(
    `insert into accounts (id, author_id, name, slug, created_at)
     select lpad(n::text, 10, '0'), gen_random_uuid(), 'Studio ' || n, 'studio-' || n, now() - interval '3 years'
     from generate_series(1, $1::int) n`,
    [size.studios],
  );
  // Hourly runs of these years have made their partitions.
  for (let month = MONTHS; month >= 0; month -= 3)
    await db.query(`select make_gallery_event_months(now() - $1::int * interval '1 month')`, [month]);
  await db.query("set session_replication_role = 'replica'");
  await db.query("update accounts set updated_at = now() - interval '1 year'");
  await db.query("update settings set updated_at = now() - interval '1 year'");
  const createIndexes = await dropIndexes(db);
  for (let studio = 1; studio <= size.studios; studio += 1) await fillStudio(db, studio, size);
  await createIndexes();
  await db.query("set session_replication_role = 'origin'");
  await db.query('truncate outbox');
  await db.query('vacuum (analyze)');
}

/**
 * Drops the indexes of the largest tables that no constraint needs. The returned function makes them again, which takes
 * a fifth of the time that inserts into them would take.
 */
async function dropIndexes(db: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, replace(pg_get_indexdef(c.oid), ' ON ONLY ', ' ON ') as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any ('{gallery_events,photos,photo_stats}'::regclass[]) and not i.indisunique`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  return async () => {
    await db.query("set maintenance_work_mem = '512MB'");
    for (const { definition } of rows) await db.query(definition);
  };
}

async function fillStudio(db: pg.Client, studio: number, { photos, sessions, events }: Installation): Promise<void> {
  const account = accountId(studio);
  const first = studio * 10_000_000;
  const perGallery = Math.ceil(photos / GALLERIES);
  const run = (sql: string, ...values: unknown[]) => db.query(sql, [account, ...values]);
  await run(
    `insert into account_members (account_id, user_id, role, email)
     values ($1, gen_random_uuid(), 'owner', 'owner@' || $1 || '.example')`,
  );
  await run(
    `insert into customers (id, account_id, author_id, name, email)
     select ${id('$2::bigint + n')}, $1, gen_random_uuid(), 'Client ' || n, 'client' || n || '@example.org'
     from generate_series(1, 200) n`,
    first,
  );
  await run(
    `insert into galleries (id, account_id, author_id, customer_id, name, status, visibility, published_at, created_at,
       updated_at, expires_at, cover_photo_id)
     select ${GALLERY}, $1, gen_random_uuid(), ${id('$2::bigint + 1 + g')}, 'Gallery ' || g,
       case when g < ${GALLERIES} / 2 then 'archived' else 'published' end, 'link', ${PUBLISHED}, ${PUBLISHED}, ${PUBLISHED},
       ${PUBLISHED} + interval '1 year', ${id('$2::bigint + g * $3::int')}
     from generate_series(0, ${GALLERIES - 1}) g`,
    first,
    perGallery,
  );
  await run(
    `insert into photos (id, account_id, author_id, gallery_id, filename, file_id, url_path, status, size, mime_type, width,
       height, orientation, thumbhash, metadata, "order", captured_at, uploaded_at, updated_at, original_key, sha256,
       web_size)
     select ${id('$2::bigint + n')}, $1, gen_random_uuid(), ${GALLERY}, 'IMG_' || lpad(n::text, 5, '0') || '.jpg', f.id,
       '/api/images/' || ${GALLERY} || '/' || f.id || '.jpg', 'ready', 9000000 + n, 'image/jpeg', 6000, 4000, 1,
       '1QcSHQRnh493V4dIh4eXh1h4kJUI', '{"camera":"Canon EOS R5","lens":"RF50mm F1.2 L USM","iso":400}', n,
       ${PUBLISHED} - interval '3 days' + n * interval '10 s', ${PUBLISHED}, ${PUBLISHED},
       ${GALLERY} || '/' || ${id('$2::bigint + n')} || '/' || ${id('n')}, md5(n::text) || md5($1 || n), 900000
     from generate_series(0, $4::int - 1) n
       cross join lateral (select n / $3::int as g, lpad(($2::bigint + n)::text, 24, '0') as id) f`,
    first,
    perGallery,
    photos,
  );
  await run(
    `insert into gallery_stats (gallery_id, account_id, photo_count, ready_count, original_bytes, visitor_count,
       view_count, download_count)
     select gallery_id, account_id, count(*), count(*), sum(size), 40, 400, 90 from photos where account_id = $1 group by 1, 2`,
  );
  await run(
    `insert into photo_stats (photo_id, account_id, gallery_id, view_count, download_count)
     select id, account_id, gallery_id, 2, 1 from photos where account_id = $1`,
  );
  await run(
    `update account_usage u set gallery_count = ${GALLERIES}, photo_count = s.photos, storage_bytes = s.bytes
     from (select sum(photo_count) as photos, sum(original_bytes) as bytes from gallery_stats where account_id = $1) s
     where u.account_id = $1`,
  );
  await fillVisits(run, first, events);
  await fillSessions(run, first, sessions);
}

type Run = (sql: string, ...values: unknown[]) => Promise<unknown>;

async function fillVisits(run: Run, first: number, events: number): Promise<void> {
  await run(
    `insert into grants (id, account_id, author_id, gallery_id, label, email, status)
     select ${id('$2::bigint + g')}, $1, gen_random_uuid(), ${GALLERY}, 'Guest ' || g, 'guest' || g || '@example.org', 'accepted'
     from generate_series(0, ${GALLERIES - 1}) g`,
    first,
  );
  await run(
    `insert into visitors (id, token_hash, expires_at)
     select ${id('$2::bigint + n')}, lpad($1 || '-' || n, 43, '0'), now() + interval '60 days' from generate_series(1, 1000) n`,
    first,
  );
  await run(
    `insert into visitor_access (visitor_id, gallery_id, account_id)
     select ${id('$2::bigint + n')}, ${GALLERY}, $1
     from generate_series(1, 1000) n cross join lateral (select n % ${GALLERIES} as g) p`,
    first,
  );
  await run(
    `with event as (
       insert into gallery_events (id, account_id, gallery_id, grant_id, kind, at)
       select ${id('$2::bigint + n')}, $1, ${GALLERY}, case when n % 3 = 0 then ${id('$2::bigint + g')} end,
         (array['opened', 'viewed', 'viewed', 'downloaded'])[1 + n % 4],
         least(now() - interval '1 hour', ${PUBLISHED} + n::float8 / $3::int * interval '60 days')
       from generate_series(1, $3::int) n cross join lateral (select n % ${GALLERIES} as g) p
       returning gallery_id, account_id, kind, at)
     insert into gallery_days (gallery_id, account_id, day, visits, downloads)
     select gallery_id, account_id, (at at time zone 'UTC')::date, count(*) filter (where kind <> 'downloaded'),
       count(*) filter (where kind = 'downloaded')
     from event group by 1, 2, 3`,
    first,
    events,
  );
  await run(
    `insert into gallery_people (id, account_id, gallery_id, role, name, created_at)
     select ${id('$2::bigint + n')}, $1, ${GALLERY}, 'guest', 'Guest ' || n, now() - interval '3 days'
     from generate_series(1, 150) n cross join lateral (select n % ${GALLERIES} as g) p`,
    first,
  );
  await run(
    `insert into visitor_people (visitor_id, gallery_id, account_id, person_id)
     select id, gallery_id, account_id, id from gallery_people where account_id = $1`,
  );
  await run(
    `insert into og_images (gallery_id, account_id, token, file_id)
     select g.id, g.account_id, lpad('-' || g.id, 43, '0'), p.file_id from galleries g join photos p on p.id = g.cover_photo_id
     where g.account_id = $1 and g.status = 'published' and g.expires_at > now()`,
  );
}

async function fillSessions(run: Run, first: number, sessions: number): Promise<void> {
  const customer = id('$2::bigint + 1 + n % 200');
  await run(
    `insert into sessions (id, account_id, author_id, customer_id, date, type, status)
     select ${id('$2::bigint + n')}, $1, gen_random_uuid(), ${customer},
       now() + (n - $3::int * 0.9) * interval '3 days', 'Portrait',
       case when n > $3::int * 0.9 then 'confirmed' else 'completed' end
     from generate_series(1, $3::int) n`,
    first,
    sessions,
  );
  await run(
    `insert into session_billing (session_id, account_id, author_id, customer_id, payment_status, payment_amount, paid_amount)
     select id, account_id, author_id, customer_id, 'paid', 20000, 20000 from sessions where account_id = $1`,
  );
  await run(
    `insert into orders (id, account_id, author_id, kind, customer_id, session_id, currency)
     select id, account_id, author_id, 'session', customer_id, id, 'EUR' from sessions where account_id = $1`,
  );
  await run(
    `insert into order_lines (order_id, position, account_id, source, amount)
     select id, 1, account_id, 'price', 20000 from sessions where account_id = $1`,
  );
  await run(
    `insert into order_totals (order_id, account_id, customer_id, total, paid, open, payment_status)
     select id, account_id, customer_id, 20000, 20000, 0, 'paid' from sessions where account_id = $1`,
  );
  await run(
    `insert into session_events (id, account_id, session_id, kind, at)
     select id, account_id, id, 'created', created_at from sessions where account_id = $1`,
  );
  await run(
    `insert into payments (id, account_id, author_id, session_id, order_id, customer_id, date, amount, currency, status)
     select id, account_id, author_id, id, id, customer_id, date, 20000, 'EUR', 'paid' from sessions where account_id = $1`,
  );
  await run(
    `insert into customer_stats (customer_id, account_id, session_count, last_session_at)
     select c.id, c.account_id, count(s.id), max(s.date) from customers c
       left join sessions s on s.account_id = c.account_id and s.customer_id = c.id
     where c.account_id = $1 group by 1, 2`,
  );
}
