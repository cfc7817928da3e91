import { isListed } from '../../galleries/public-gallery.ts';
import { IS_VISIBLE } from '../../photos/visibility.ts';

/** SQL: joins to photo `p` its gallery `g` and the studio's decision `m` about it. */
export const WITH_DECISION = `join galleries g on g.account_id = p.account_id and g.id = p.gallery_id
  left join site_photo_permissions m on m.account_id = p.account_id and m.photo_id = p.id`;

/**
 * SQL: the website may show photo `p`, with `WITH_DECISION`. The studio's decision precedes the gallery's visibility;
 * trash, hiding and an operator's block precede both.
 * @param now parameter of the time
 */
export const isShowable = (now: string): string => `${IS_VISIBLE} and ${isAllowed(now)}`;

/** SQL: the same for a photo in any state of its own. */
export const isAllowed = (now: string): string =>
  `g.deleted_at is null and g.held_at is null and coalesce(m.is_permitted, ${isListed(now)})`;
