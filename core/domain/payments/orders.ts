/**
 * `session`: a session's price. `gallery`: extra photos of a selection whose gallery has no session that pays for them.
 * `proposal`: what was proposed, without a session; until it is accepted, it charges nothing.
 */
export const ORDER_KINDS = ['session', 'gallery', 'proposal'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
