import { publicPages } from '#core/api/public.ts';
import { AppError } from '#core/domain/errors.ts';
import { MAX_TOKEN_GALLERIES } from '#core/domain/image-token.ts';
import { type Queryable, timestamp } from '../lib/db.ts';
import {
  decideForVisitor,
  type Decision,
  findDoor,
  findVisitorAccess,
  type GalleryDoor,
  type VisitorAccess,
} from '../lib/gallery-access.ts';
import { recordEvent } from '../lib/gallery-events.ts';
import { handle } from '../lib/http.ts';
import { imageTokenCookie } from '../lib/image-token.ts';
import { countAttempt, subnetOf } from '../lib/rate-limit.ts';
import { createVisitor, touchVisitor, type Visitor, visitorCookie } from '../lib/visitor.ts';
import { decideFor, guestOf } from './guests.ts';
import { checkPassword } from './password-door.ts';

/** A guest who comes back after this long is a new visit, in milliseconds; the page itself asks every few minutes. */
const VISIT_MS = 30 * 60 * 1000;

/** The door of a gallery (decisions §4): asked when a page opens, and again before each image token ends. */
export const verify = handle(publicPages.verify, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  const door = await findDoor(db, params.galleryId);
  if (!door) throw new AppError('not_found');
  const guest = await guestOf(services, request, door);
  let decision = await decideFor(services, guest, door);
  let passwordVersion: number | null = null;
  if (decision.access === 'password_required' && body?.password !== undefined) {
    passwordVersion = await checkPassword(db, door, body.password, request.viewerAddress, now);
    decision = decideForVisitor(door, { ...NOTHING_YET, passwordVersion }, now);
  }
  const { access, rights } = decision;
  if (access !== 'granted') return { body: { access, rights, imagesUntil: 0 } };
  if (guest.member) {
    const { cookie, expiresAt } = imageTokenCookie(services, { kind: 'account', id: door.accountId });
    return { body: { access, rights, imagesUntil: expiresAt }, cookies: [cookie] };
  }
  const visitor = guest.visitor ?? (await newVisitor(db, request.viewerAddress, now));
  await touchVisitor(db, visitor, now);
  if (!body?.glance) await letIn(db, visitor, door, decision, passwordVersion, now);
  const ids = await openGalleries(db, visitor, door, now);
  const { cookie, expiresAt } = imageTokenCookie(services, { kind: 'galleries', ids });
  return { body: { access, rights, imagesUntil: expiresAt }, cookies: [visitorCookie(visitor, services), cookie] };
});

/** New browsers of one network: a wedding party behind one router, or a school; not a script that wants rows. */
const NEW_VISITORS = { limit: 2000, windowMs: 60 * 60 * 1000 };

async function newVisitor(db: Queryable, address: string, now: number): Promise<Visitor> {
  await countAttempt(db, { bucket: `visitors:${subnetOf(address)}`, ...NEW_VISITORS }, now);
  return createVisitor(db, now);
}

const NOTHING_YET: VisitorAccess = {
  grantId: null,
  passwordVersion: null,
  grantedAt: 0,
  grantStatus: null,
  grantExpiresAt: null,
  rights: null,
};

/** Remembers that this browser was let in, and notes the visit for the studio. */
async function letIn(
  db: Queryable,
  visitor: Visitor,
  door: GalleryDoor,
  { grantId }: Decision,
  passwordVersion: number | null,
  now: number,
): Promise<void> {
  const before = await findVisitorAccess(db, visitor.id, door.id);
  await db.query(
    `insert into visitor_access as v (visitor_id, gallery_id, account_id, password_version, granted_at)
     values ($1, $2, $3, $4, $5)
     on conflict (visitor_id, gallery_id) do update set granted_at = excluded.granted_at,
       password_version = coalesce(excluded.password_version, v.password_version)`,
    [visitor.id, door.id, door.accountId, passwordVersion, timestamp(now)],
  );
  if (before && now - before.grantedAt < VISIT_MS) return;
  const kind = before ? 'viewed' : 'opened';
  await recordEvent(db, { accountId: door.accountId, galleryId: door.id, grantId, kind }, now);
}

/**
 * Which galleries the image token may name: this one, those that this browser was let into and still may see, and with
 * a public gallery the studio's other public ones, whose covers stand on its page. Each is asked anew, so that a
 * renewed token never carries what was closed meanwhile.
 */
async function openGalleries(db: Queryable, visitor: Visitor, door: GalleryDoor, now: number): Promise<string[]> {
  const candidates = await db.query<{ id: string }>(
    `select id from (
       select g.id, 1 as rank, v.granted_at as at from visitor_access v join galleries g on g.id = v.gallery_id
         where v.visitor_id = $1
       union all
       select g.id, 2, coalesce(g.date, g.published_at) from galleries g
         where $3 and g.account_id = $2 and g.visibility = 'public' and g.status = 'published' and g.deleted_at is null
     ) c where id <> $4 group by id order by min(rank), max(at) desc, id limit $5`,
    [visitor.id, door.accountId, door.visibility === 'public', door.id, MAX_TOKEN_GALLERIES - 1],
  );
  const checked = candidates.map(async ({ id }) => {
    const other = await findDoor(db, id);
    if (!other) return [];
    const given = await findVisitorAccess(db, visitor.id, id);
    return decideForVisitor(other, given, now).access === 'granted' ? [id] : [];
  });
  return [door.id, ...(await Promise.all(checked)).flat()];
}
