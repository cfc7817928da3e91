import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { enqueueGrantMail } from '../galleries/grants.ts';
import { enqueue, enqueueAll } from '../outbox/enqueue.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { IS_MEMBER } from './lists.ts';

/** Mails about a selection to its invited people. */
export type SelectionMailKind = 'selection_open' | 'selection_reminder' | 'selection_received';

/** Opening and reopening in quick succession gives one mail. */
const OPEN_AT_MOST_EVERY_MS = 10 * MINUTE_MS;

/**
 * Enqueues a mail to each person of a selection: that it is open (call it when the studio opens or reopens one), or that
 * it is due soon. People who may not choose get none. Call it in the transaction of the cause.
 * @returns the number of mails
 */
export async function enqueueSelectionMail(
  tx: Queryable,
  { accountId, listId, kind }: { accountId: string; listId: string; kind: 'selection_open' | 'selection_reminder' },
  now: number,
): Promise<number> {
  const people = await tx.query<{ id: string }>(
    `select p.id from pick_lists l join gallery_people p on p.account_id = l.account_id and p.gallery_id = l.gallery_id
       join grants g on g.id = p.grant_id
     where l.account_id = $1 and l.id = $2 and l.kind = 'selection' and l.status = 'open' and l.deleted_at is null
       and ${IS_MEMBER('$3')} order by p.id`,
    [accountId, listId, timestamp(now)],
  );
  await enqueueMails(tx, accountId, listId, kind, people, now);
  return people.length;
}

/** Enqueues the confirmation of a submission: to who submitted it, and to who picked something in the list. */
export async function enqueueConfirmations(
  tx: Queryable,
  { accountId, listId, personId }: { accountId: string; listId: string; personId: string },
  now: number,
): Promise<void> {
  const people = await tx.query<{ id: string }>(
    `select p.id from gallery_people p where p.account_id = $1 and p.grant_id is not null
       and (p.id = $3 or exists (select from picks k where k.list_id = $2 and k.person_id = p.id)) order by p.id`,
    [accountId, listId, personId],
  );
  await enqueueMails(tx, accountId, listId, 'selection_received', people, now);
}

async function enqueueMails(
  tx: Queryable,
  accountId: string,
  listId: string,
  kind: SelectionMailKind,
  people: readonly { id: string }[],
  now: number,
): Promise<void> {
  const mails = people.map(({ id: personId }) => ({
    payload: { kind, listId, personId },
    dedupeKey: `${kind}:${listId}:${personId}`,
  }));
  const options = kind === 'selection_open' ? { atMostEveryMs: OPEN_AT_MOST_EVERY_MS } : {};
  await enqueueAll(tx, accountId, 'selection.mail', mails, now, options);
}

/** Mails immediately: an address that was typed in several browsers gets a link to each one's choices. */
const MAX_MAILS = 3;

/**
 * Mails links to the people of a gallery with this address. A guest's link makes another browser this guest; an invited
 * person gets their invitation again. An address that a person typed for an invited person does not count.
 */
export async function enqueueRecovery(
  tx: Queryable,
  { accountId, galleryId, email, network }: { accountId: string; galleryId: string; email: string; network: string },
  now: number,
): Promise<void> {
  const [grant] = await tx.query<{ id: string; slug: string }>(
    `select g.id, a.slug from grants g join accounts a on a.id = g.account_id
     where g.account_id = $1 and g.gallery_id = $2 and g.email = $3 and g.status <> 'revoked'
       and (g.expires_at is null or g.expires_at > $4)`,
    [accountId, galleryId, email, timestamp(now)],
  );
  if (grant) {
    const redirectTo = `/p/${grant.slug}/gallery/${galleryId}`;
    await enqueueGrantMail(tx, accountId, { grantId: grant.id, redirectTo, network }, now);
  }
  const people = await tx.query<{ id: string }>(
    `select p.id from gallery_people p
     where p.account_id = $1 and p.gallery_id = $2 and p.role = 'guest' and p.email = $3 and (
       exists (select from picks k where k.person_id = p.id)
       or exists (select from photo_comments c where c.person_id = p.id and c.deleted_at is null))
     order by p.updated_at desc, p.id limit $4`,
    [accountId, galleryId, email, MAX_MAILS],
  );
  for (const { id: personId } of people)
    await enqueue(tx, accountId, 'proofing.recovery', { personId, network }, now, {
      dedupeKey: `recover:${personId}`,
    });
}
