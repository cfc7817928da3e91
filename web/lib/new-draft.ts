/** How it ended, what was sent: it is stored, it was refused and is to be mended, or nobody knows yet. */
export type SubmitOutcome = 'stored' | 'refused' | 'unknown';

/** The server's word on a new row. `conflict` says that its id is there already: it had arrived the first time. */
export function submitOutcome(answer: unknown): SubmitOutcome {
  const { type, error } = answer as { type: string; error?: { type: string; message: string } };
  if (type !== 'error') return 'stored';
  // Only the application's own refusal is definite: anything else is sent again after the next connection.
  if (error?.type !== 'app') return 'unknown';
  return error.message === 'conflict' ? 'stored' : 'refused';
}

/** Whether a draft is of something new, as its form's name says: `plan-new:{typeId}`. */
export const isNewRecordDraft = (key: string): boolean => /^[a-z-]+-new:/.test(key);

/**
 * The things whose drafts a form may go on with: their ids.
 * @param keys of everything that is kept
 * @param prefix before the id, in the keys of such things' drafts
 * @param isPassed what was sent by this page, or is stored
 */
export function recoverableDrafts(
  keys: readonly string[],
  prefix: string,
  isPassed: (id: string) => boolean,
): string[] {
  const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return ids.toSorted().filter((id) => id !== '' && !isPassed(id));
}
