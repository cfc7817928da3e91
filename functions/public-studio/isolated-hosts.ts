/**
 * SQL: true for a host on which a studio's own script may have run, now or in the past, under this studio or a former one.
 * Such a host has pages of the website only; galleries, invitations and bookings are at the product's origin. A script of
 * a page could otherwise open a gallery of the same origin with the visitor's cookie, or leave something in the browser
 * that acts on a gallery later, when it is off. A domain that was never proven belongs to no studio.
 * @param host SQL of a hostname
 */
export const IS_ISOLATED = (host: string): string =>
  `exists (select from domains o join cms_settings oc on oc.account_id = o.account_id
     where o.hostname = ${host} and o.proven_at is not null and oc.custom_js_since is not null)`;
