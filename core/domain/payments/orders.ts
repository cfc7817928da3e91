/** `session`: a session's price. `gallery`: extra photos of a selection whose gallery has no session that pays for them. */
export const ORDER_KINDS = ['session', 'gallery'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
