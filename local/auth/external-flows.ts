import { randomUUID } from 'node:crypto';
import type { Tx } from './database.ts';
import { badRequest, unprocessable } from './errors.ts';
import type { FlowStateRow, PkceChallenge } from './flow-state.ts';
import type { ProviderTokens } from './providers/provider.ts';
import { isUuid } from './requests.ts';
import type { AuthSettings } from './settings.ts';
import type { UserRow } from './user-row.ts';
import { findUserById } from './users.ts';

type NewFlow = {
  provider: string;
  pkce: PkceChallenge | null;
  /** Final redirect URL, already checked. */
  referrer: string;
  /** The signed-in user who links an identity; null for a sign-in. */
  linkingTargetId: string | null;
};

/** A flow after the return from its provider. */
export type ExternalFlow = { row: FlowStateRow; target: UserRow | null };

/** Stores a flow until its provider responds; `state` is its id, passed there and back. */
export async function startExternalFlow(tx: Tx, state: string, flow: NewFlow): Promise<void> {
  await tx.rows(
    `insert into auth.flow_state (id, auth_code, code_challenge, code_challenge_method, provider_type,
       provider_access_token, provider_refresh_token, authentication_method, referrer, linking_target_id,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, '', '', 'oauth', $6, $7, $8, $8)`,
    [
      state,
      flow.pkce && randomUUID(),
      flow.pkce?.challenge ?? null,
      flow.pkce?.method ?? null,
      flow.provider,
      flow.referrer,
      flow.linkingTargetId,
      tx.now,
    ],
  );
}

/** Returns the flow of a `state`. 400 if it is unknown, expired or used. */
export async function findExternalFlow(tx: Tx, settings: AuthSettings, state: string): Promise<ExternalFlow> {
  if (state === '') throw badRequest('OAuth state parameter missing', 'bad_oauth_callback');
  if (!isUuid(state)) throw badRequest('OAuth state parameter is invalid', 'bad_oauth_state');
  const row = await findRow(tx, state);
  if (tx.now.getTime() > row.created_at.getTime() + settings.flowStateSeconds * 1_000) {
    throw badRequest('OAuth state has expired', 'bad_oauth_state');
  }
  requireUnused(row);
  const target = row.linking_target_id ? await findUserById(tx, row.linking_target_id) : null;
  if (row.linking_target_id && !target) throw unprocessable('user_not_found', 'Linking target user not found');
  return { row, target };
}

/** Locks the flow so that only this transaction finishes it; 400 if another one did. */
export async function lockExternalFlow(tx: Tx, id: string): Promise<void> {
  requireUnused(await findRow(tx, id));
}

/** Returns a code for the client that started the flow, which exchanges it for tokens including the provider's. */
export async function issueExternalCode(tx: Tx, flow: FlowStateRow, user: UserRow, tokens: ProviderTokens) {
  await tx.rows(
    `update auth.flow_state set user_id = $2, provider_access_token = $3, provider_refresh_token = $4,
       auth_code_issued_at = $5, updated_at = $5
      where id = $1`,
    [flow.id, user.id, tokens.accessToken, tokens.refreshToken, tx.now],
  );
}

export async function endFlow(tx: Tx, id: string): Promise<void> {
  await tx.rows('delete from auth.flow_state where id = $1', [id]);
}

/** Locks the row, so that the second of two responses with the same state finds it used. */
async function findRow(tx: Tx, id: string): Promise<FlowStateRow> {
  const [row] = await tx.rows<FlowStateRow>(
    `select * from auth.flow_state where id = $1 and authentication_method = 'oauth' for update`,
    [id],
  );
  if (!row) throw badRequest('OAuth state not found or expired', 'bad_oauth_state');
  return row;
}

function requireUnused(row: FlowStateRow): void {
  if (row.user_id) throw badRequest('State has already been used', 'flow_state_already_used');
}
