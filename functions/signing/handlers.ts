import { contracts, type ShownQuestionnaire } from '#core/api/contracts.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import {
  type Answers,
  checkAnswers,
  type Question,
  type QuestionnaireTexts,
} from '#core/domain/contracts/questionnaires.ts';
import { AppError } from '#core/domain/values/errors.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { findManaged, lockManaged } from '../booking/managed-link.ts';
import { limitReads, limitWrites } from '../booking/rate-limits.ts';
import { canAnswer, canSign, type DocumentSession } from '../contracts/client-documents.ts';
import { toShownContract } from '../contracts/contract-text.ts';
import { latestFile } from '../contracts/files.ts';
import { notifyStudio } from '../notifications/studio-notifications.ts';
import { withdrawMessages } from '../outbox/messages.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';
import { readsHeadersOnly } from '../platform/http/request.ts';
import { requireClientContract, signContract } from './sign.ts';

export { countersign, file, show } from '../contracts/handlers.ts';

export const read = defineHandler(contracts.read, async ({ services, request, params }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const managed = await findManaged(db, params.accountSlug, params.token, now);
  const { row, viewer } = await requireClientContract(db, managed, params.contractId);
  if (row.status === 'sent' && !canSign(managed.session, now)) throw new AppError('not_found');
  if (!readsHeadersOnly(request)) {
    await db.query('update contracts set opened_at = $3 where account_id = $1 and id = $2 and opened_at is null', [
      row.accountId,
      row.id,
      timestamp(now),
    ]);
  }
  return { body: { contract: toShownContract(row, viewer) } };
});

export const sign = defineHandler(contracts.sign, async ({ services, request, params, body }) => {
  const now = services.clock();
  await limitWrites(services.db, request.viewerIp, now);
  await limitSignatures(services.db, request.viewerIp, params.contractId, now);
  const { name, textHash, signerId } = body;
  const from = { ip: request.viewerIp, userAgent: request.headers['user-agent'] ?? '' };
  const link = { slug: params.accountSlug, token: params.token };
  const signing = { contractId: params.contractId, name, textHash, signerId, ...from };
  const { row, viewer } = await signContract(services, link, signing, now);
  return { body: { contract: toShownContract(row, viewer) } };
});

export const signedFile = defineHandler(contracts.signedFile, async ({ services, request, params }) => {
  const { db, storage } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const managed = await findManaged(db, params.accountSlug, params.token, now);
  const { row } = await requireClientContract(db, managed, params.contractId);
  return latestFile(storage, row);
});

interface QuestionnaireRow {
  id: string;
  texts: QuestionnaireTexts;
  questions: readonly Question[];
  answers: Answers;
  isAnswered: boolean;
  wanted: Language;
  studio: Language;
}

/** @throws AppError `not_found` */
async function requireQuestionnaire(
  db: Queryable,
  { accountId }: { accountId: string },
  session: DocumentSession,
  id: string,
): Promise<QuestionnaireRow> {
  const [row] = await db.query<QuestionnaireRow>(
    `select q.id, q.texts, q.questions, q.answers, q.submitted_at is not null as "isAnswered",
       coalesce(c.language, a.language) as wanted, a.language as studio
     from questionnaires q join accounts a on a.id = q.account_id
       join sessions s on s.account_id = q.account_id and s.id = q.session_id
       join customers c on c.account_id = s.account_id and c.id = s.customer_id
     where q.account_id = $1 and q.session_id = $2 and q.id = $3`,
    [accountId, session.id, id],
  );
  if (!row) throw new AppError('not_found');
  return row;
}

function toShown(row: QuestionnaireRow, isOpen: boolean): ShownQuestionnaire {
  const language = documentLanguage(row.texts, row.wanted, row.studio);
  const say = (label: Question['label']) => label[documentLanguage(label, language, row.studio)] ?? '';
  return {
    id: row.id,
    title: row.texts[language]?.title ?? '',
    intro: row.texts[language]?.intro ?? '',
    language,
    questions: row.questions.map(({ id, kind, label, isRequired, options }) => ({
      id,
      kind,
      label: say(label),
      isRequired,
      options: options.map((option) => ({ id: option.id, label: say(option.label) })),
    })),
    answers: row.answers,
    isAnswered: row.isAnswered,
    canAnswer: isOpen,
  };
}

export const questions = defineHandler(contracts.questions, async ({ services, request, params }) => {
  const { db } = services;
  const now = services.clock();
  await limitReads(db, request.viewerIp, now);
  const { studio, session } = await findManaged(db, params.accountSlug, params.token, now);
  const row = await requireQuestionnaire(db, studio, session, params.questionnaireId);
  if (!readsHeadersOnly(request)) {
    await db.query('update questionnaires set opened_at = $3 where account_id = $1 and id = $2 and opened_at is null', [
      studio.accountId,
      row.id,
      timestamp(now),
    ]);
  }
  const isOpen = canAnswer(session, { isAnswered: row.isAnswered, zone: studio.zone }, now);
  return { body: { questionnaire: toShown(row, isOpen) } };
});

export const answer = defineHandler(contracts.answer, async ({ services, request, params, body }) => {
  const { db } = services;
  const now = services.clock();
  await limitWrites(db, request.viewerIp, now);
  const found = await findManaged(db, params.accountSlug, params.token, now);
  const { accountId } = found.studio;
  const questionnaire = await db.transaction(async (tx) => {
    const { studio, session } = await lockManaged(tx, accountId, params.token, now);
    const row = await requireQuestionnaire(tx, studio, session, params.questionnaireId);
    if (!canAnswer(session, { isAnswered: row.isAnswered, zone: studio.zone }, now)) {
      throw new AppError('questionnaire_closed');
    }
    const answers = checkAnswers(row.questions, body.answers);
    await limitAnswers(tx, row.id, now);
    await tx.query(`update questionnaires set answers = $3, submitted_at = $4 where account_id = $1 and id = $2`, [
      accountId,
      row.id,
      JSON.stringify(answers),
      timestamp(now),
    ]);
    const of = { accountId, sessionId: session.id };
    const asked = { kinds: ['questionnaire'], documentId: row.id, reason: 'already_answered' } as const;
    await withdrawMessages(tx, { ...of, ...asked }, now);
    await notifyStudio(tx, { ...of, what: 'documents', documentId: row.id, document: 'questionnaire' }, now);
    const isOpen = canAnswer(session, { isAnswered: true, zone: studio.zone }, now);
    return toShown({ ...row, answers, isAnswered: true }, isOpen);
  });
  return { body: { questionnaire } };
});

/** @throws AppError `rate_limited` */
async function limitSignatures(db: Queryable, viewerIp: string, contractId: string, now: number): Promise<void> {
  await limitAttempts(db, 'signatures', { network: viewerIp }, now);
  await limitAttempts(db, 'signatures-contract', { contract: contractId }, now);
}

/** @throws AppError `rate_limited` */
async function limitAnswers(tx: Queryable, questionnaireId: string, now: number): Promise<void> {
  await limitAttempts(tx, 'answers', { questionnaire: questionnaireId }, now);
}
