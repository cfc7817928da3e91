import type { StudioSite } from '../routes.ts';

/** A booking's own page, and its steps. */
export const manageBookingHref = (site: StudioSite, token: string, step?: 'time' | 'cancel') =>
  `${site.base}/booking/${encodeURIComponent(token)}${step ? `?step=${step}` : ''}`;
