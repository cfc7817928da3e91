import type { BodyInput, ResponseOf } from '#core/api/endpoint.ts';
import type { ProposalTerms, proposals } from '#core/api/proposals.ts';
import type { PublicApi } from '../shell/public-api.ts';

export type ProposalAnswer = ResponseOf<typeof proposals.read>;

/** Requests of a proposal's page. Each rejects with a `Failure`. */
export interface ProposalApi {
  read: () => Promise<ProposalAnswer>;
  terms: (chosen: readonly string[]) => Promise<ProposalTerms>;
  accept: (acceptance: BodyInput<typeof proposals.accept>) => Promise<ProposalAnswer>;
  decline: (reason: string) => Promise<ProposalAnswer>;
  /** Begins the payment of something that is owed. Returns the address of its page. */
  pay: (item: string) => Promise<string>;
  /** The page on which the client withdraws from what they accepted. */
  withdrawalHref: string;
}

export function createProposalApi({ call }: Pick<PublicApi, 'call'>, slug: string, token: string): ProposalApi {
  const base = `/api/p/${encodeURIComponent(slug)}/proposals/${encodeURIComponent(token)}`;
  return {
    read: () => call('GET', base),
    terms: (chosen) => call('POST', `${base}/terms`, { chosen }),
    accept: (acceptance) => call('POST', `${base}/acceptance`, acceptance),
    decline: (reason) => call('POST', `${base}/refusal`, { reason }),
    pay: async (item) => (await call<{ url: string }>('POST', `${base}/payments`, { item })).url,
    withdrawalHref: `${base}/withdrawal`,
  };
}
