import { portal } from '#core/api/portal.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import type { Answer, ApiStack } from './api.ts';
import { insertRow, newId, type Row } from './rows.ts';
import type { Studio } from './studio.ts';
import type { Person } from './tokens.ts';

/** Makes a client link as a member; it is copied, or mailed with `send`. */
export function makeLink(
  api: ApiStack,
  studio: Studio,
  customerId: string,
  { send = false, as = studio.owner }: { send?: boolean; as?: Person } = {},
): Promise<Answer> {
  const path = `/api/customers/${customerId}/client-links`;
  return api.call('POST', path, { as, account: studio.id, body: { send } });
}

/** Returns the token of a link that was made to be copied. */
export const tokenOf = (made: Answer) => new URL(made.read(portal.create).url!).pathname.split('/').at(-1)!;

/** Copies a client link and returns its token. */
export async function copiedToken(api: ApiStack, studio: Studio, customerId: string): Promise<string> {
  return tokenOf(await makeLink(api, studio, customerId));
}

/** Runs the outbox and returns the tokens that were mailed to this address, the last one last. */
export async function mailedTokens(api: ApiStack, email: string): Promise<string[]> {
  await runOutbox(api.jobs);
  return api.mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /\/client\/([\w-]{43})\s/.exec(text)?.[1] ?? []);
}

/** A browser with a client's link, on a network of its own. */
export function clientBrowser(api: ApiStack, { slug }: { slug: string }, token: string, network = 1) {
  const headers = { 'x-viewer-address': `10.9.${network}.1` };
  const base = `/api/p/${slug}/client/${token}`;
  const post = (path: string, cookies: readonly string[] = [], body?: object) =>
    api.call('POST', base + path, { channel: 'public', headers, cookies, ...(body && { body }) });
  return {
    /** @param language of the page; by default the client's own */
    page: (language?: string) =>
      api.call('GET', base, {
        channel: 'public',
        headers: { ...headers, ...(language && { 'accept-language': language }) },
      }),
    covers: (cookies?: readonly string[]) => post('/covers', cookies),
    openGallery: (galleryId: string, cookies?: readonly string[]) => post(`/galleries/${galleryId}`, cookies),
    openSession: (sessionId: string) => post(`/sessions/${sessionId}`),
    openProposal: (proposalId: string) => post(`/proposals/${proposalId}`),
    payOrder: (orderId: string, item: string) => post(`/orders/${orderId}`, [], { item }),
    receipt: (paymentId: string) =>
      api.call('GET', `${base}/receipts/${paymentId}/receipt.pdf`, { channel: null, headers }),
    contract: (contractId: string) =>
      api.call('GET', `${base}/contracts/${contractId}/contract.pdf`, { channel: null, headers }),
  };
}

/** Inserts a session of a client. */
export async function insertSession(
  { db }: ApiStack,
  { id: accountId, owner }: Studio,
  customerId: string,
  date: number,
  { billing = {}, ...values }: Row & { billing?: Row } = {},
): Promise<string> {
  const id = newId();
  const row = { id, account_id: accountId, author_id: owner.userId, customer_id: customerId, type: 'Portrait' };
  await insertRow(db.pool, 'sessions', { ...row, date: new Date(date), ...values });
  for (const [column, value] of Object.entries(billing)) {
    await db.pool.query(`update session_billing set ${column} = $2 where session_id = $1`, [id, value]);
  }
  return id;
}
