/** How it ended, what was sent: it is stored, it was refused and is to be mended, or nobody knows yet. */
export type Outcome = 'stored' | 'refused' | 'unknown';

/** The server's word on a new row. `conflict` says that its id is there already: it had arrived the first time. */
export function outcomeOf(answer: unknown): Outcome {
  const { type, error } = answer as { type: string; error?: { type: string; message: string } };
  if (type !== 'error') return 'stored';
  // Only the application's own refusal is definite: anything else is sent again after the next connection.
  if (error?.type !== 'app') return 'unknown';
  return error.message === 'conflict' ? 'stored' : 'refused';
}

/**
 * The thing whose draft a form goes on with: its id, or null where nothing is left to be sent.
 * @param keys of everything that is kept
 * @param prefix before the id, in the keys of such things' drafts
 * @param isPassed what was sent by this page, or is stored
 */
export function draftLeft(keys: readonly string[], prefix: string, isPassed: (id: string) => boolean): string | null {
  const ids = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  return ids.toSorted().find((id) => id !== '' && !isPassed(id)) ?? null;
}
