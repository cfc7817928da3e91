import type { StudioSite } from '../shell/routes.ts';

/** Returns the address of a proposal's page or one of its steps. */
export const proposalHref = (site: StudioSite, token: string, step?: 'sign' | 'decline') =>
  `${site.base}/proposal/${encodeURIComponent(token)}${step ? `?step=${step}` : ''}`;
