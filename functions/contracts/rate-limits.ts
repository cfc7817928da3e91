import { HOUR_MS, MINUTE_MS } from '#core/domain/durations.ts';
import type { Queryable } from '../platform/db/database.ts';
import { networkPrefix } from '../platform/http/network-prefix.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/** Signatures per network, each of which renders a PDF: a team that signs in one office. */
const SIGNATURES_PER_NETWORK = { limit: 30, windowMs: 10 * MINUTE_MS };
/** Attempts to sign one contract. */
const SIGNATURES_PER_CONTRACT = { limit: 10, windowMs: HOUR_MS };
/** Submissions of one questionnaire: each may notify the studio. */
const ANSWERS_PER_QUESTIONNAIRE = { limit: 30, windowMs: HOUR_MS };

/** @throws AppError `rate_limited` */
export async function limitSignatures(db: Queryable, viewerIp: string, contractId: string, now: number): Promise<void> {
  await limitAttempts(db, { bucket: `sign:${networkPrefix(viewerIp)}`, ...SIGNATURES_PER_NETWORK }, now);
  await limitAttempts(db, { bucket: `sign:${contractId}`, ...SIGNATURES_PER_CONTRACT }, now);
}

/** @throws AppError `rate_limited` */
export async function limitAnswers(tx: Queryable, questionnaireId: string, now: number): Promise<void> {
  await limitAttempts(tx, { bucket: `answers:${questionnaireId}`, ...ANSWERS_PER_QUESTIONNAIRE }, now);
}
