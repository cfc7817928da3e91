/*
 * Where this device keeps drafts of unsent forms: `draft:{userId}:{accountId}:{name}`, with `-` for what belongs to no
 * studio. Several people may use one browser, and nobody comes upon another's words.
 */
const PREFIX = 'draft:';
const NONE = '-';

/** Before the keys of all that a person has not sent. */
export const userDraftPrefix = (userId: string) => `${PREFIX}${userId}:`;

/** The same in one studio, or outside of every studio. */
export const accountDraftPrefix = (userId: string | undefined, accountId: string | null) =>
  `${userDraftPrefix(userId ?? NONE)}${accountId ?? NONE}:`;

/** As they were kept once, when nobody wrote down whose they are. */
export const isLegacyDraft = (key: string) =>
  key.startsWith(PREFIX) && !/^[\da-f-]{36}:/.test(key.slice(PREFIX.length));
