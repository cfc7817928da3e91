import { Zero } from '@rocicorp/zero';
import type { ErrorCode } from '#core/domain/values/errors.ts';
import type { ActorRole } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { mutators } from '#core/zero/mutators.ts';
import { schema } from '#core/zero/schema.ts';

interface BackOfficeOptions {
  cacheURL: string;
  token: string;
  userId: string;
  accountId: string;
  role: ActorRole;
}

/** Opens the back office's store in memory. */
export function openBackOffice({ cacheURL, token, userId, accountId, role }: BackOfficeOptions) {
  const headers = { 'X-Account-ID': accountId, 'X-Channel': 'backoffice' };
  return new Zero({
    schema,
    mutators,
    cacheURL,
    auth: token,
    userID: userId,
    storageKey: accountId,
    // The type that Zero expects for the whole product (core/zero/schema.ts).
    context: { userId, accountId, role } as Ctx | undefined,
    queryHeaders: headers,
    mutateHeaders: headers,
    kvStore: 'mem',
    // `mutate` reports refusals; those of a repeated attempt are expected.
    logSink: { log() {} },
  });
}

export type BackOffice = ReturnType<typeof openBackOffice>;

/**
 * Runs a mutation and waits for the server's result.
 * @param tolerated codes that mean it was done before
 */
export async function mutate(
  office: BackOffice,
  request: Parameters<BackOffice['mutate']>[0],
  ...tolerated: ErrorCode[]
): Promise<void> {
  const { server } = office.mutate(request);
  const outcome = await server;
  if (outcome.type !== 'error') return;
  const { message } = outcome.error;
  if (!tolerated.some((code) => code === message)) throw new Error(`a mutation failed: ${message}`);
}
