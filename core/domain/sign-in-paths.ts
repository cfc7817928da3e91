/** Pages of the back office that people look for on a studio's domain too; they are on the product's host only. */
export const SIGN_IN_PATHS = ['/login', '/reset-password'];

/** Parameters of the query that these pages read; in this order, so that one sign-in is one cached answer. */
export const SIGN_IN_PARAMS = ['email', 'link', 'lng', 'mode', 'next', 'provider'];
