import { publicPages } from '#core/api/public.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { type Language, matchLanguage } from '#core/domain/values/languages.ts';
import { type Notice, notice } from '#core/domain/studio/notices.ts';
import { parseOrThrow } from '#core/domain/values/primitives.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { isWithinLimit, limitAttempts } from '../platform/http/rate-limit.ts';
import { readForm } from '../platform/http/request.ts';
import { receivedPage, reportPage } from './report-page.ts';

/** The longest explanation and addresses, percent-encoded by a form. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Receives the form of `/report`, which needs no script. What was typed comes back with a refusal.
 */
export const report = defineHandler(publicPages.report, async ({ services, request }) => {
  const now = services.clock();
  const values = readForm(request, MAX_BODY_BYTES);
  const language: Language = matchLanguage(values['language']);
  try {
    await limitAttempts(services.db, 'notices', { network: request.viewerIp }, now);
    // A field that people do not see: a program that fills it in is thanked, and nothing is stored.
    if (!values['website']) await store(services.db, parseOrThrow(notice, values), now);
    return receivedPage(language);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return reportPage({ language, values, error });
  }
});

async function store(db: Queryable, { kind, explanation, urls, name, email, language }: Notice, now: number) {
  const id = makeId(random);
  await db.query(
    `insert into notices (id, kind, explanation, urls, name, email, language, created_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)`,
    [id, kind, explanation, JSON.stringify(urls), name, email, language, timestamp(now)],
  );
  // The address is a visitor's claim: a mailbox that is full of receipts gets no more, and the notice stays.
  if (email && (await isWithinLimit(db, 'notices-mailbox', { mailbox: email }, now)))
    await enqueue(db, null, 'notice.mail', { noticeId: id, what: 'receipt' }, now, {
      dedupeKey: `notice-receipt:${id}`,
    });
}
