/** Pages of the back office that people look for on a studio's domain too; they are on the product's host only. */
export const SIGN_IN_PATHS = ['/login', '/reset-password'];

/** Parameters of the query that these pages read. */
export const SIGN_IN_PARAMS = ['email', 'link', 'lng', 'mode', 'next', 'provider'];
