import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '#core/domain/values/durations.ts';
import { makeGalleryId } from '#core/domain/values/ids.ts';
import { ROLES, type Role } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { NOUN_TABLES, newNounIds } from './noun-tables.ts';
import { makeProofing, missingProofing, type ProofingRows } from './proofing-rows.ts';
import {
  insertAccount,
  insertCustomer,
  insertFont,
  insertGallery,
  insertPhoto,
  insertRow,
  insertSection,
  insertWatermark,
  newId,
  type Db,
  type Row,
} from './rows.ts';
import { makeWeek, missingWeek, type WeekRows } from './week-rows.ts';

/** A studio with a member in each role, and a former member. */
export interface Members {
  accountId: string;
  people: Readonly<Record<Role, string>>;
  removed: string;
}

/** Rows in the states that mutators require. */
export interface Rows extends WeekRows, ProofingRows {
  accountId: string;
  customerId: string;
  clientLinkId: string;
  /** A further contact of a client without sessions. */
  contactId: string;
  /** A draft with two photos, the first of them its cover, two sections, visitor activity, one grant, and proofing. */
  draftId: string;
  publishedId: string;
  /** Published a moment ago by `actor`. */
  undoableId: string;
  trashedId: string;
  photoId: string;
  failedPhotoId: string;
  trashedPhotoId: string;
  grantId: string;
  sectionId: string;
  otherSectionId: string;
  /** Photo of `publishedId`. */
  sectionElsewhereId: string;
  /** A domain whose records are not checked yet. */
  domainId: string;
  /** A row of each noun in `nouns`, by table. */
  nounIds: Readonly<Record<string, string>>;
  /** With an image; used by no gallery. */
  watermarkId: string;
  /** An uploaded font that nobody has confirmed. */
  fontId: string;
  /** A pending team invitation. */
  inviteId: string;
  securityEventId: string;
  exportId: string;
  /** A page of the website, and a release without pages. */
  pageId: string;
  releaseId: string;
  scriptVersionId: string;
}

export async function makeMembers(db: Db): Promise<Members> {
  const { id, ownerId } = await insertAccount(db);
  const people = { owner: ownerId, admin: randomUUID(), photographer: randomUUID(), assistant: randomUUID() };
  for (const role of ROLES.filter((role) => role !== 'owner')) await insertMember(db, id, people[role], role);
  const removed = randomUUID();
  await insertMember(db, id, removed, 'admin');
  await db.query('delete from account_members where user_id = $1', [removed]);
  return { accountId: id, people, removed };
}

async function insertMember(db: Db, accountId: string, userId: string, role: Role): Promise<void> {
  const email = `${role}@example.org`;
  await insertRow(db, 'account_members', { account_id: accountId, user_id: userId, role, email, name: role });
}

/** The server's context for a member's call. */
export function memberContext({ accountId, people }: Members, role: Role, now: () => number = Date.now): Ctx {
  return { userId: people[role], accountId, role, now };
}

export async function makeRows(db: Db, accountId: string, actor: string = randomUUID()): Promise<Rows> {
  const customerId = await insertCustomer(db, accountId, { email: 'client@example.org' });
  const clientLinkId = newId();
  const contactId = newId();
  const clientLink = { account_id: accountId, customer_id: customerId, email: 'client@example.org' };
  const expires_at = new Date(Date.now() + DAY_MS);
  await insertRow(db, 'client_links', { id: clientLinkId, ...clientLink, expires_at });
  const draftId = await insertGallery(db, accountId, { customer_id: customerId });
  const photoId = await insertPhoto(db, accountId, draftId);
  await db.query('update galleries set cover_photo_id = $1 where id = $2', [photoId, draftId]);
  const published = { status: 'published', published_at: new Date() };
  const transition = { previous_status: 'draft', status_changed_at: new Date(), status_changed_by: actor };
  const grantId = newId();
  const author = { account_id: accountId, author_id: actor };
  const grant = { label: 'Guest', email: 'guest@example.org', mail_error: 'mail_refused' };
  await insertRow(db, 'grants', { id: grantId, ...author, gallery_id: draftId, ...grant });
  const guestLink = { gallery_id: draftId, account_id: accountId, author_id: actor, token_hash: newId(43) };
  await insertRow(db, 'guest_upload_links', guestLink);
  await insertRow(db, 'guest_photos', { photo_id: photoId, account_id: accountId, name: 'Marta' });
  const decision = { photo_id: photoId, is_permitted: false, decided_by: actor };
  await insertRow(db, 'site_photo_permissions', { account_id: accountId, ...decision });
  const publishedId = await insertGallery(db, accountId, { ...published, visibility: 'public' });
  const week = await makeWeek(db, accountId, customerId, actor);
  const contact = { ...author, customer_id: week.doubleCustomerId, position: 1 };
  await insertRow(db, 'customer_contacts', { id: contactId, ...contact, name: 'Marc', email: 'marc@example.org' });
  const card = { stripe_id: `acct_${newId()}`, status: 'active', charges_enabled: true };
  await insertRow(db, 'stripe_accounts', { ...author, ...card });
  const parents = { galleryId: draftId, photoId, grantId, paymentId: week.paymentId };
  await makeActivity(db, accountId, draftId, photoId);
  return {
    ...(await makeLooks(db, accountId, actor)),
    nounIds: await makeNouns(db, author),
    ...(await makeDoors(db, accountId, actor)),
    ...(await makeSite(db, accountId, actor)),
    ...week,
    ...(await makeProofing(db, accountId, parents)),
    sectionId: await insertSection(db, accountId, draftId),
    otherSectionId: await insertSection(db, accountId, draftId, { order: 1 }),
    sectionElsewhereId: await insertSection(db, accountId, publishedId),
    accountId,
    customerId,
    clientLinkId,
    contactId,
    draftId,
    photoId,
    grantId,
    publishedId,
    undoableId: await insertGallery(db, accountId, { ...published, ...transition }),
    trashedId: await insertGallery(db, accountId, { deleted_at: new Date() }),
    failedPhotoId: await insertPhoto(db, accountId, draftId, { status: 'failed', failure_reason: 'corrupt' }),
    trashedPhotoId: await insertPhoto(db, accountId, draftId, { deleted_at: new Date() }),
  };
}

async function makeNouns(db: Db, author: Row): Promise<Record<string, string>> {
  const ids = newNounIds();
  for (const { table, row } of NOUN_TABLES) await insertRow(db, table, { id: ids[table], ...author, ...row });
  return ids;
}

async function makeLooks(db: Db, accountId: string, actor: string) {
  const watermarkId = await insertWatermark(db, accountId);
  const domainId = newId();
  const hostname = `${accountId}.studio.example`;
  await insertRow(db, 'domains', { id: domainId, account_id: accountId, author_id: actor, hostname });
  return { watermarkId, domainId, fontId: await insertFont(db, accountId) };
}

/** Visitor and studio activity: a download, photo counts, and an unfinished replacement original. */
async function makeActivity(db: Db, accountId: string, galleryId: string, photoId: string) {
  const parents = { account_id: accountId, gallery_id: galleryId, photo_id: photoId };
  await insertRow(db, 'gallery_events', { id: newId(), ...parents, kind: 'downloaded', size: 'web', photo_count: 1 });
  await insertRow(db, 'photo_stats', { ...parents, view_count: 3 });
  await insertRow(db, 'photo_replacements', {
    ...parents,
    author_id: randomUUID(),
    filename: 'IMG_0002.jpg',
    size: 1000,
    mime_type: 'image/jpeg',
    original_key: `${galleryId}/${photoId}/${newId()}`,
  });
}

async function makeSite(db: Db, accountId: string, actor: string) {
  const [pageId, releaseId] = [newId(), newId()];
  const author = { account_id: accountId, author_id: actor };
  await insertRow(db, 'pages', { id: pageId, ...author, path: 'about', title: 'About', order: 1 });
  await insertRow(db, 'cms_settings', author);
  await insertRow(db, 'site_releases', { id: releaseId, ...author, kind: 'published', pages: '[]' });
  const content = { release_id: releaseId, account_id: accountId, content: { pages: [] } };
  await insertRow(db, 'site_release_contents', content);
  await insertRow(db, 'site_state', { account_id: accountId });
  await insertRow(db, 'site_redirects', { account_id: accountId, path: 'former', page_id: pageId });
  const scriptVersionId = newId();
  await insertRow(db, 'site_script_versions', { id: scriptVersionId, ...author, script: 'void 0' });
  return { pageId, releaseId, scriptVersionId };
}

/** A new invited user and their invitation, different in each call. */
async function makeDoors(db: Db, accountId: string, actor: string) {
  const [inviteId, securityEventId] = [newId(), newId()];
  const email = `${inviteId}@example.org`;
  await insertRow(db, 'team_invites', {
    id: inviteId,
    account_id: accountId,
    author_id: actor,
    email,
    role: 'assistant',
    expires_at: new Date(Date.now() + MINUTE_MS),
  });
  const event = { id: securityEventId, account_id: accountId, kind: 'member_invited', subject_name: email };
  await insertRow(db, 'security_events', event);
  const exportId = newId();
  await db.query('delete from account_exports where account_id = $1', [accountId]);
  await insertRow(db, 'account_exports', { id: exportId, account_id: accountId, author_id: actor });
  return { inviteId, securityEventId, exportId };
}

/** Well-formed ids of an account without rows. */
export function missingRows(accountId: string): Rows {
  const gallery = () => makeGalleryId((bytes) => crypto.getRandomValues(bytes), accountId);
  return {
    ...missingWeek(),
    ...missingProofing(),
    fontId: newId(),
    accountId,
    customerId: newId(),
    clientLinkId: newId(),
    contactId: newId(),
    draftId: gallery(),
    publishedId: gallery(),
    undoableId: gallery(),
    trashedId: gallery(),
    photoId: newId(),
    failedPhotoId: newId(),
    trashedPhotoId: newId(),
    grantId: newId(),
    sectionId: newId(),
    otherSectionId: newId(),
    sectionElsewhereId: newId(),
    domainId: newId(),
    nounIds: newNounIds(),
    watermarkId: newId(),
    inviteId: newId(),
    securityEventId: newId(),
    exportId: newId(),
    pageId: newId(),
    releaseId: newId(),
    scriptVersionId: newId(),
  };
}

/**
 * Every row of an account in every table with accounts, as comparable text. Each connection prepares the statement once:
 * planning it takes ten times as long as running it.
 */
export async function snapshot(db: Db, accountId: string): Promise<string[]> {
  const text = await (everyRow ??= everyRowOf(db));
  const { rows } = await db.query<{ line: string }>({ name: 'snapshot', text, values: [accountId] });
  return rows.map(({ line }) => line);
}

/** Statement of `snapshot`; the databases of all tests have the same tables. */
let everyRow: Promise<string> | undefined;

async function everyRowOf(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account_id' order by 1`,
  );
  const parts = tables.rows.map(
    ({ name }) => `select '${name}' || to_jsonb(t)::text as line from ${name} t where account_id = $1`,
  );
  const account = `select 'accounts' || to_jsonb(a)::text as line from accounts a where id = $1`;
  return `${[account, ...parts].join(' union all ')} order by 1`;
}
