import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#core/domain/values/durations.ts';
import { INVITE_TOKEN_MS } from '#core/domain/galleries/grants.ts';
import { endOfDay, localDate } from '#core/domain/values/time.ts';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';
import { DEMO_GALLERIES, DEMO_STUDIO } from './content.ts';
import type { DemoIds, DemoStudio } from './demo-ids.ts';
import { DEMO_CHOOSERS, DEMO_COMMENTS, DEMO_PICKS, DEMO_SELECTION, DEMO_SUBMITTED } from './proofing-content.ts';
import { insert, withDatabase } from './insert.ts';

/** Milliseconds to wait for renditions: comments name the version of a photo. */
const PATIENCE_MS = 120 * SECOND_MS;

/**
 * Creates the open selection with its two invited people. Writes to the database directly, since a link's token leaves
 * the product in a mail only. Safe to repeat.
 * @returns path of a link that opens the gallery as the first of them
 */
export function inviteChoosers(databaseUrl: string, studio: DemoStudio): Promise<string> {
  const { accountId, userId, ids, now } = studio;
  const galleryId = ids.gallery('album');
  const inGallery = { account_id: accountId, gallery_id: galleryId };
  const invited = deliveryOf('album', now);
  return withDatabase(databaseUrl, async (db) => {
    for (const { key, name, email } of DEMO_CHOOSERS) {
      const grant = { id: ids.of('proofing', key), ...inGallery, author_id: userId, label: name, email };
      await insert(db, 'grants', {
        ...grant,
        status: 'sent',
        sent_at: invited,
        created_at: invited,
        can_select: true,
        can_comment: true,
      });
    }
    const { extraPrice, days, ...rules } = DEMO_SELECTION;
    const due = endOfDay(localDate(now + days * DAY_MS, DEMO_STUDIO.timeZone!), DEMO_STUDIO.timeZone!);
    const listId = ids.of('proofing', 'selection');
    const list = {
      id: listId,
      ...inGallery,
      kind: 'selection',
      for_everyone: false,
      due_at: new Date(due),
      created_at: invited,
    };
    await insert(db, 'pick_lists', { ...list, ...rules });
    await insert(db, 'pick_list_prices', { list_id: listId, account_id: accountId, extra_price: extraPrice });
    for (const { key } of DEMO_CHOOSERS)
      await insert(db, 'list_people', { list_id: listId, person_id: ids.of('proofing', key), ...inGallery });
    const token = makeToken();
    const expires = { expires_at: new Date(now + INVITE_TOKEN_MS) };
    const grantId = ids.of('proofing', DEMO_CHOOSERS[0].key);
    await insert(db, 'grant_tokens', {
      token_hash: hashToken(token),
      account_id: accountId,
      grant_id: grantId,
      ...expires,
    });
    return `/p/${DEMO_STUDIO.slug}/invite/${galleryId}?token=${token}`;
  });
}

/** Chooses and comments photos of the open selection, and submits another. Safe to repeat. */
export function choosePhotos(databaseUrl: string, studio: DemoStudio): Promise<void> {
  return withDatabase(databaseUrl, async (db) => {
    await waitForPhotos(db, studio.ids.gallery('album'));
    await db.query('begin');
    await pick(db, studio);
    await comment(db, studio);
    await submit(db, studio);
    await db.query('commit');
  });
}

async function waitForPhotos(db: pg.Client, galleryId: string): Promise<void> {
  const sql = `select from photos where gallery_id = $1 and status not in ('ready', 'failed') limit 1`;
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(SECOND_MS)) {
    if ((await db.query(sql, [galleryId])).rowCount === 0) return;
  }
}

/** Returns when a gallery was published, and its people invited. */
const deliveryOf = (key: string, now: number) =>
  new Date(now + (DEMO_GALLERIES.find((gallery) => gallery.key === key)!.delivered ?? 0) * DAY_MS);

const photoOf = (ids: DemoIds, key: string, index: number) =>
  ids.photo(key, DEMO_GALLERIES.find((gallery) => gallery.key === key)!.photographs[index]!.filename);

async function pick(db: pg.Client, { accountId, ids, now }: DemoStudio): Promise<void> {
  const inGallery = { account_id: accountId, gallery_id: ids.gallery('album') };
  const listId = ids.of('proofing', 'selection');
  for (const [index, opinions] of Object.entries(DEMO_PICKS)) {
    const photoId = photoOf(ids, 'album', Number(index));
    // Who chose a photo has looked at it, some of them more than once.
    const views = { view_count: 4 * opinions.length + (Number(index) % 5) };
    await insert(db, 'photo_stats', { photo_id: photoId, ...inGallery, ...views });
    for (const { who, state = 'pick', rating = 0, label = null } of opinions) {
      await insert(db, 'picks', {
        list_id: listId,
        photo_id: photoId,
        person_id: ids.of('proofing', who),
        ...inGallery,
        state,
        rating,
        label,
        at: new Date(now - Number(index) * HOUR_MS),
      });
    }
  }
}

async function comment(db: pg.Client, { accountId, userId, ids, now }: DemoStudio): Promise<void> {
  const inGallery = { account_id: accountId, gallery_id: ids.gallery('album') };
  for (const { key, photo, who, body, hoursAgo, answers, pin, strokes = [], isResolved } of DEMO_COMMENTS) {
    const photoId = photoOf(ids, 'album', photo);
    const file = await db.query<{ id: string }>('select file_id as id from photos where id = $1', [photoId]);
    const at = new Date(now - hoursAgo * HOUR_MS);
    await insert(db, 'photo_comments', {
      id: ids.of('proofing', `comment ${key}`),
      ...inGallery,
      photo_id: photoId,
      file_id: file.rows[0]?.id,
      list_id: ids.of('proofing', 'selection'),
      parent_id: answers ? ids.of('proofing', `comment ${answers}`) : null,
      ...(who === 'studio' ? { user_id: userId } : { person_id: ids.of('proofing', who) }),
      body,
      pin_x: pin?.[0] ?? null,
      pin_y: pin?.[1] ?? null,
      strokes: JSON.stringify(strokes),
      resolved_at: isResolved ? new Date(now - HOUR_MS) : null,
      created_at: at,
    });
  }
}

/** The selection that waits for the studio, in a gallery whose invitation went through the product. */
async function submit(db: pg.Client, { accountId, userId, ids, now }: DemoStudio): Promise<void> {
  const galleryId = ids.gallery('interiors');
  const inGallery = { account_id: accountId, gallery_id: galleryId };
  const people = await db.query<{ id: string; customerId: string | null }>(
    `select p.id, coalesce(i.customer_id, g.customer_id) as "customerId"
     from gallery_people p join galleries g on g.id = p.gallery_id left join grants i on i.id = p.grant_id
     where p.gallery_id = $1 and p.role = 'client' order by p.created_at limit 1`,
    [galleryId],
  );
  const { id: personId, customerId } = people.rows[0] ?? {};
  if (!personId) return;
  const { photos, note, extraPrice, ...rules } = DEMO_SUBMITTED;
  const at = new Date(now - 3 * HOUR_MS);
  const listId = ids.of('proofing', 'submitted');
  const list = { id: listId, ...inGallery, kind: 'selection', status: 'submitted', round: 1, submitted_at: at };
  await insert(db, 'pick_lists', { ...list, ...rules, created_at: deliveryOf('interiors', now) });
  const photoIds = photos.map((index) => photoOf(ids, 'interiors', index));
  for (const photo_id of photoIds)
    await insert(db, 'picks', { list_id: listId, photo_id, person_id: personId, ...inGallery, at });
  const round = { list_id: listId, round: 1, ...inGallery, photo_ids: JSON.stringify(photoIds), note };
  await insert(db, 'pick_rounds', { ...round, person_id: personId, submitted_at: at });
  if (!customerId) return;
  const author = { account_id: accountId, author_id: userId };
  await insert(db, 'pick_list_prices', { list_id: listId, account_id: accountId, extra_price: extraPrice });
  const of = { kind: 'gallery', customer_id: customerId, gallery_id: galleryId, person_id: personId };
  await insert(db, 'orders', { id: listId, ...author, ...of, currency: DEMO_STUDIO.currency, created_at: at });
  const count = photos.length - rules.included_count;
  const amount = count * extraPrice;
  await db.query(
    `select append_order_line($1, $2, 'list:' || $2, $3, $4)
     where not exists (select from order_lines where order_id = $2)`,
    [accountId, listId, rules.name, amount],
  );
  const paymentId = ids.of('proofing', 'extras');
  const money = { purpose: 'extras', amount, currency: DEMO_STUDIO.currency, date: at, notes: rules.name };
  await insert(db, 'payments', { id: paymentId, ...author, order_id: listId, ...money });
  const charge = { extra_count: count, amount, currency: DEMO_STUDIO.currency, payment_id: paymentId };
  await insert(db, 'pick_round_charges', { list_id: listId, round: 1, account_id: accountId, ...charge });
}
