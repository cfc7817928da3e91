import type { Queryable } from '../platform/db/database.ts';
import { limitAttempts } from '../platform/http/rate-limit.ts';

/** @throws AppError `rate_limited` */
export async function limitSignatures(db: Queryable, viewerIp: string, contractId: string, now: number): Promise<void> {
  await limitAttempts(db, 'signatures', { network: viewerIp }, now);
  await limitAttempts(db, 'signatures-contract', { contract: contractId }, now);
}

/** @throws AppError `rate_limited` */
export async function limitAnswers(tx: Queryable, questionnaireId: string, now: number): Promise<void> {
  await limitAttempts(tx, 'answers', { questionnaire: questionnaireId }, now);
}
