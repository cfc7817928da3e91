import { booking } from '#core/api/booking.ts';
import { isProof } from '#core/domain/clients/contact-proof.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { matchLanguage } from '#core/domain/values/languages.ts';
import { type ContactForm, contactForm, findSpamSigns, isSpam } from '#core/domain/clients/leads.ts';
import { parseOrThrow } from '#core/domain/values/primitives.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { hashToken, random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler, type HtmlPage } from '../platform/http/handler.ts';
import { hashNetwork } from '../platform/http/network-prefix.ts';
import { countOccurrence, limitAttempts } from '../platform/http/rate-limit.ts';
import { type FormValues, type HttpRequest, readForm, readJson } from '../platform/http/request.ts';
import type { Services } from '../platform/services.ts';
import { findSlugRedirect, findStudio, type FoundStudio, readContactOptions } from '../public-studio/find-studio.ts';
import { studioLook } from '../public-studio/studio-look.ts';
import { contactPage } from './contact-page.ts';

/** A message of 4,000 emoji, percent-encoded by a form, is 48 KB. */
const MAX_BODY_BYTES = 64 * 1024;

/** Mails per studio; further messages are on its home screen. */
const MAILS_PER_ACCOUNT = 10;
/** Studios that get the same text within a day: couples write to several, programs to hundreds. */
const STUDIOS_PER_TEXT = 10;

/**
 * Receives a message of the contact form. The visitor gets no mail: their address is unverified, and a mail to it would
 * make the form a relay.
 */
export const contact = defineHandler(booking.contact, async ({ services, request, params }) => {
  const slug = params.accountSlug;
  if (!isHtmlForm(request)) {
    assertSize(request);
    await receive(services, request, slug, readJson(request));
    return { body: undefined, status: 201, json: '{}' };
  }
  const values = readForm(request, MAX_BODY_BYTES);
  try {
    const found = await receive(services, request, slug, values);
    return { body: undefined, status: 303, headers: { location: await sentPath(services.db, found, values) } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return errorPage(services, request, { slug, values, error });
  }
});

function isHtmlForm(request: HttpRequest): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? '');
}

function assertSize(request: HttpRequest): void {
  if (request.bytes.byteLength > MAX_BODY_BYTES) throw new AppError('payload_too_large', { maxBytes: MAX_BODY_BYTES });
}

async function findContactStudio(db: Queryable, slug: string): Promise<FoundStudio | null> {
  const found = await findStudio(db, slug);
  if (found) return found;
  // The visitor's page may be older than a change of the studio's address.
  const current = await findSlugRedirect(db, slug);
  return current === null ? null : findStudio(db, current);
}

const sha256 = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));

/**
 * Returns the path of the page after a message: of the studio's website in the form's language, or else of its built-in
 * page, where the fragment scrolls to the note that replaces the form.
 */
async function sentPath(db: Queryable, { accountId, studio }: FoundStudio, values: FormValues): Promise<string> {
  const [site] = await db.query('select from site_state where account_id = $1 and live_release_id is not null', [
    accountId,
  ]);
  const language = matchLanguage(values['language']);
  const prefix = site && language !== studio.language ? `/${language}` : '';
  return `/p/${studio.slug}${prefix}/sent${site ? '' : '#contact'}`;
}

/** Validates, limits and stores a message. */
async function receive(services: Services, request: HttpRequest, slug: string, input: unknown): Promise<FoundStudio> {
  const { db } = services;
  const now = services.clock();
  assertSize(request);
  await limitAttempts(db, 'contact-attempts', { network: request.viewerIp }, now);
  const found = await findContactStudio(db, slug);
  if (!found) throw new AppError('not_found');
  if (!found.hasContactForm) throw new AppError('contact_closed');
  const form = parseOrThrow(contactForm, input);
  const { email, message } = input as { email: string; message: string };
  const hasProof = await isProof(sha256, { slug, email, message }, form.proof);
  await db.transaction((tx) => storeOnce(tx, found.accountId, { form, hasProof, viewerIp: request.viewerIp }, now));
  return found;
}

interface ReceivedMessage {
  form: ContactForm;
  hasProof: boolean;
  viewerIp: string;
}

/** Stores a message under the account's lock, and notifies the studio. A repeated request stores nothing. */
async function storeOnce(
  tx: Queryable,
  accountId: string,
  { form, hasProof, viewerIp }: ReceivedMessage,
  now: number,
): Promise<void> {
  const open = await tx.query('select from accounts where id = $1 and deleted_at is null for no key update', [
    accountId,
  ]);
  if (open.length === 0) throw new AppError('not_found');
  const { name, email, phone, message, preferredDate, language } = form;
  const repeated = await tx.query(
    `select from leads where account_id = $1 and lower(email) = $2 and message = $3 and created_at > $4 limit 1`,
    [accountId, email, message, timestamp(now - HOUR_MS)],
  );
  if (repeated.length > 0) return;
  const subjects = { account: accountId, mailbox: email, network: viewerIp };
  await limitAttempts(tx, 'contact-messages', subjects, now);
  await limitAttempts(tx, 'contact-sender', subjects, now);
  await limitAttempts(tx, 'contact-studio', subjects, now);
  const studios = await countOccurrence(tx, `contact-text:${hashToken(message)}`, DAY_MS, now);
  const signs = findSpamSigns(form, { hasProof, isRepeated: studios > STUDIOS_PER_TEXT });
  const spam = isSpam(signs);
  const leadId = makeId(random);
  // A type that the studio has stopped offering since the page was loaded is left out.
  await tx.query(
    `insert into leads (id, account_id, name, email, phone, message, preferred_date, session_type_id, language, status,
       spam_signs, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, (select id from session_types where account_id = $2 and id = $8
       and is_bookable and archived_at is null), $9, $10, $11, $12, $12)`,
    [
      leadId,
      accountId,
      name,
      email,
      phone,
      message,
      preferredDate,
      form.sessionTypeId,
      language,
      spam ? 'spam' : 'new',
      JSON.stringify(signs),
      timestamp(now),
    ],
  );
  if (spam || (await countOccurrence(tx, `contact-mail:${accountId}`, HOUR_MS, now)) > MAILS_PER_ACCOUNT) return;
  await notifyStudio(tx, { accountId, leadId, what: 'contact', network: hashNetwork(accountId, viewerIp) }, now);
}

interface RefusedForm {
  slug: string;
  values: FormValues;
  error: AppError;
}

/** Answers an HTML form with itself, so that nothing typed is lost. */
async function errorPage(
  { db }: Services,
  { headers }: HttpRequest,
  { slug, values, error }: RefusedForm,
): Promise<HtmlPage> {
  const found = await findContactStudio(db, slug);
  const types = found ? ((await readContactOptions(db, found))?.types ?? []) : [];
  const language = matchLanguage(values['language'] ?? headers['x-language'] ?? headers['accept-language']);
  const look = found && (await studioLook(db, found));
  return contactPage({ studio: found?.studio ?? null, look, types, language, values, error });
}
