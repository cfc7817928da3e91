import type { PortalPage } from '#core/api/portal.ts';
import type { VerifyResponse } from '../shell/gallery-access.ts';
import type { PublicApi } from '../shell/public-api.ts';

/** Requests of a client's page. Each rejects with a `Failure`. */
export interface PortalApi {
  page: () => Promise<PortalPage>;
  /** Renews the image token for the covers. */
  covers: () => Promise<VerifyResponse>;
  /** Gives this browser access to a gallery. */
  openGallery: (galleryId: string) => Promise<unknown>;
  /** Returns the token of a session's manage-booking page. */
  openSession: (sessionId: string) => Promise<string>;
  /** Returns the token of a proposal's page. */
  openProposal: (proposalId: string) => Promise<string>;
  /** Returns the address of the pay page of something that is owed. @param link token of the session's own page */
  pay: (link: string, item: string) => Promise<string>;
  /** Returns the URL of the pay page for something that is owed for an order. */
  payOrder: (orderId: string, item: string) => Promise<string>;
  receiptHref: (paymentId: string) => string;
  contractHref: (contractId: string) => string;
  /** The page on which the client withdraws from an order. */
  withdrawalHref: (orderId: string) => string;
}

export const portalBase = (slug: string) => `/api/p/${encodeURIComponent(slug)}/client`;

export function createPortalApi({ call }: Pick<PublicApi, 'call'>, slug: string, token: string): PortalApi {
  const base = `${portalBase(slug)}/${encodeURIComponent(token)}`;
  return {
    page: () => call('GET', base),
    covers: () => call('POST', `${base}/covers`),
    openGallery: (galleryId) => call('POST', `${base}/galleries/${galleryId}`),
    openSession: async (sessionId) => (await call<{ link: string }>('POST', `${base}/sessions/${sessionId}`)).link,
    openProposal: async (proposalId) => (await call<{ link: string }>('POST', `${base}/proposals/${proposalId}`)).link,
    pay: async (link, item) => {
      const path = `/api/p/${encodeURIComponent(slug)}/bookings/${encodeURIComponent(link)}/payments`;
      return (await call<{ url: string }>('POST', path, { item })).url;
    },
    payOrder: async (orderId, item) => (await call<{ url: string }>('POST', `${base}/orders/${orderId}`, { item })).url,
    receiptHref: (paymentId) => `${base}/receipts/${paymentId}/receipt.pdf`,
    contractHref: (contractId) => `${base}/contracts/${contractId}/contract.pdf`,
    withdrawalHref: (orderId) => `${base}/orders/${orderId}/withdrawal`,
  };
}
