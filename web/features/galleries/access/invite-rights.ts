/** Rights that an invitation gives beside viewing, in the order of its form. */
export const INVITE_RIGHTS = ['download', 'select', 'comment'] as const;
export type InviteRights = Record<(typeof INVITE_RIGHTS)[number], boolean>;
