import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Tx } from './database.ts';
import { badRequest, notFound, unprocessable } from './errors.ts';
import type { AuthenticationMethod } from './sessions.ts';
import type { AuthSettings } from './settings.ts';

/** The challenge of a client that will exchange a code for tokens (RFC 7636). */
export type PkceChallenge = { challenge: string; method: 's256' | 'plain' };

/** A flow in progress; one that was started without a challenge has neither code nor challenge. */
export type FlowStateRow = {
  id: string;
  user_id: string | null;
  auth_code: string | null;
  code_challenge: string | null;
  code_challenge_method: 's256' | 'plain' | null;
  /** The provider's tokens, passed on with the session; empty if there are none. */
  provider_access_token: string | null;
  provider_refresh_token: string | null;
  referrer: string | null;
  linking_target_id: string | null;
  authentication_method: AuthenticationMethod;
  provider_type: string;
  auth_code_issued_at: Date | null;
  created_at: Date;
};

/** Parses both parameters; null without them, 400 for only one of them. */
export function parseChallenge(challenge: string, method: string): PkceChallenge | null {
  if ((challenge === '') !== (method === '')) {
    throw badRequest('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (challenge === '') return null;
  if (challenge.length < 43 || challenge.length > 128) {
    throw badRequest('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[a-zA-Z0-9._~-]+$/.test(challenge)) {
    throw badRequest(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  const known = method.toLowerCase();
  if (known !== 's256' && known !== 'plain') throw badRequest('Invalid code_challenge_method');
  return { challenge, method: known };
}

/** Stores a challenge until its mail is opened. */
export async function startFlow(
  tx: Tx,
  userId: string,
  method: AuthenticationMethod,
  pkce: PkceChallenge,
): Promise<void> {
  await tx.rows(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge, code_challenge_method, provider_type,
       authentication_method, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $7, $7)`,
    [randomUUID(), userId, randomUUID(), pkce.challenge, pkce.method, method, tx.now],
  );
}

/** Returns a new code for the client that last started this flow for the user. */
export async function issueFlowCode(tx: Tx, userId: string, method: AuthenticationMethod): Promise<string> {
  const [flow] = await tx.rows<FlowStateRow>(
    `update auth.flow_state set auth_code_issued_at = $3, updated_at = $3
      where id = (select id from auth.flow_state where user_id = $1 and authentication_method = $2
                   order by created_at desc, id desc limit 1)
      returning *`,
    [userId, method, tx.now],
  );
  if (!flow?.auth_code) throw badRequest('No associated flow state found.', 'flow_state_not_found');
  return flow.auth_code;
}

/** User and method of a code; the provider's tokens are empty without a provider. */
type SpentFlow = {
  userId: string;
  method: AuthenticationMethod;
  providerType: string;
  providerToken: string;
  providerRefreshToken: string;
};

/** Consumes a code with the correct verifier; a wrong verifier leaves it valid for its client. */
export async function spendFlowCode(
  tx: Tx,
  settings: AuthSettings,
  code: string,
  verifier: string,
): Promise<SpentFlow> {
  const [flow] = await tx.rows<FlowStateRow>('select * from auth.flow_state where auth_code = $1 for update', [code]);
  if (!flow?.user_id) {
    throw notFound('flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  // As hosted: a magic link's code is valid from the opening of the mail, any other from its start.
  const since = (flow.authentication_method === 'magiclink' && flow.auth_code_issued_at) || flow.created_at;
  if (tx.now.getTime() > since.getTime() + settings.flowStateSeconds * 1_000) {
    throw unprocessable('flow_state_expired', 'invalid flow state, flow state has expired');
  }
  if (!verifies(flow, verifier)) {
    throw badRequest('code challenge does not match previously saved code verifier', 'bad_code_verifier');
  }
  await tx.rows('delete from auth.flow_state where id = $1', [flow.id]);
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    providerType: flow.provider_type,
    providerToken: flow.provider_access_token ?? '',
    providerRefreshToken: flow.provider_refresh_token ?? '',
  };
}

function verifies(flow: FlowStateRow, verifier: string): boolean {
  const derived =
    flow.code_challenge_method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const actual = Buffer.from(derived);
  const expected = Buffer.from(flow.code_challenge ?? '');
  return expected.length > 0 && actual.length === expected.length && timingSafeEqual(actual, expected);
}
