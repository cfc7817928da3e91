import { JOURNAL } from '#core/domain/site/site-links.ts';

/* The list of posts: `/journal`, and older ones at `/journal/page/2`. The CDN's cache knows no query. */

/** Posts of one page of the list: eight rows of three. */
export const POSTS_A_PAGE = 24;
/** Posts that a block shows at most; other pages need no more. */
export const MAX_SHOWN_POSTS = 60;

const LIST = new RegExp(`^${JOURNAL}(?:/page/([1-9]\\d{0,3}))?$`);

/** Returns which page of the list of posts an address means, from 1; null for every other address. */
export function journalNumber(path: string): number | null {
  const found = LIST.exec(path);
  return found && Number(found[1] ?? 1);
}

/** Returns the path of a page of the list. */
export function journalPath(number: number): string {
  return number === 1 ? JOURNAL : `${JOURNAL}/page/${number}`;
}

/** Returns how many pages the list has; 0 without posts. */
export const journalLength = (posts: number): number => Math.ceil(posts / POSTS_A_PAGE);
