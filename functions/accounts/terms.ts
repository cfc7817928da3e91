import { accounts } from '#core/api/accounts.ts';
import { presentTerms } from '#core/domain/studio/terms.ts';
import { AppError } from '#core/domain/values/errors.ts';
import { makeId } from '#core/domain/values/ids.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { random } from '../platform/auth/secrets.ts';
import { type Queryable, timestamp } from '../platform/db/database.ts';
import { defineHandler } from '../platform/http/handler.ts';
import { readAccount } from './rows.ts';

interface Agreement {
  accountId: string;
  userId: string;
  /** The version that the person was shown. */
  version: number;
  language: Language;
}

/** Records, once for each version, that a person accepted the terms for a studio. @throws AppError `conflict` */
export async function recordTerms(
  tx: Queryable,
  { accountId, userId, version, language }: Agreement,
  now: number,
): Promise<void> {
  const terms = presentTerms();
  if (version !== terms.version) throw new AppError('conflict', { field: 'version' });
  await tx.query(
    `insert into agreements (id, account_id, user_id, document, version, sha256, language, at)
     select $1, $2, $3, 'terms', $4, $5, $6, $7 where not exists (
       select from agreements where account_id = $2 and user_id = $3 and document = 'terms' and version = $4)`,
    [makeId(random), accountId, userId, version, terms.sha256[language], language, timestamp(now)],
  );
}

export const acceptTerms = defineHandler(accounts.acceptTerms, async ({ services, caller, body }) => {
  const { accountId, userId } = caller;
  await recordTerms(services.db, { accountId, userId, ...body }, services.clock());
  return { body: await readAccount(services, userId, accountId) };
});
