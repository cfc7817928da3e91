import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { clientHref, type StudioSite } from './routes.ts';

/* Session storage belongs to one window: nobody else at a shared computer finds a client's page. */
const keyOf = (site: StudioSite) => `client-page:${site.base}`;

/** Remembers that the client's page is open in this window, for a link back on the pages that it opens. */
export const rememberClientPage = (site: StudioSite, href: string) => writeStored(keyOf(site), href, 'window');

/** Returns the client's page that was open in this window; null for none. */
export function knownClientPage(site: StudioSite): string | null {
  const href = readStored(keyOf(site), 'window');
  return typeof href === 'string' && href.startsWith(`${clientHref(site)}/`) ? href : null;
}
