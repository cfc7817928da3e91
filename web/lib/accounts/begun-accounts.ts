import type { Account } from '#core/domain/studio/accounts.ts';
import type { ApiClient } from '../api/api-client.ts';

declare global {
  interface Window {
    /** The request that the document has begun with this token (web/build/session-document.js). */
    begunAccounts?: { token: string; answer: Promise<Response> };
  }
}

/** Lists the person's accounts: the first time by the request that the document has begun, unless that has failed. */
export async function listAccounts(api: ApiClient, token: string | undefined): Promise<readonly Account[]> {
  const begun = window.begunAccounts;
  delete window.begunAccounts;
  if (begun && begun.token === token) {
    const accounts = await begun.answer.then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (accounts) return accounts as readonly Account[];
  }
  return api.accounts.list();
}
