/*
 * Links of the website. Without zod: the renderer of pages needs these, and no validator.
 */

/** First segment of the addresses of posts, and the address of their list. */
export const JOURNAL = 'journal';

/** Address of the list of public galleries, which a site has while none of its pages lists them. */
export const GALLERIES = 'galleries';

/** Address of the posts as RSS; no page can have it, because paths of pages have no dots. */
export const FEED = 'journal/feed.xml';

/** Link to the site's first page; of built-in pages only, nobody can write it. */
export const HOME = 'home';

/** Link to a page of the site or to a gallery by id, so that it survives a change of their address. */
const INTERNAL_LINK = /^(?:book|journal|page:[0-9a-hjkmnp-tv-z]{20}|gallery:[0-9a-hjkmnp-tv-z]{26})$/;
const EXTERNAL_LINK = /^(?:https?:\/\/[^\s"'<>\\^`{|}]+|mailto:[^\s"'<>\\?]+@[^\s"'<>\\?]+|tel:\+?[\d\s().-]{3,40})$/i;

/** True for `https://…`, `mailto:…`, `tel:…`, `page:<id>`, `gallery:<id>`, `book` and `journal`. */
export function isSiteLink(value: string): boolean {
  return INTERNAL_LINK.test(value) || (EXTERNAL_LINK.test(value) && hasHost(value));
}

/** False for `https://` alone, and for credentials, which hide the real host. */
function hasHost(value: string): boolean {
  if (!/^https?:/i.test(value)) return true;
  const host = /^https?:\/\/([^/?#]*)/i.exec(value)?.[1] ?? '';
  return host !== '' && !host.includes('@');
}
