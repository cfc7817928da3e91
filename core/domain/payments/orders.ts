/**
 * `session`: a session's price. `gallery`: extra photos of a selection whose gallery has no session that pays for them.
 * `proposal`: what was proposed, without a session; until it is accepted, it charges nothing. `manual`: what a member sells
 * a client without a session.
 */
export const ORDER_KINDS = ['session', 'gallery', 'proposal', 'manual'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
