/** A form of a page as its Save button sees it. */
export interface FormState {
  /** True if it equals the stored record. */
  isClean: boolean;
  /** True from the submission until the server's answer. */
  isSaving: boolean;
  /** True if it was submitted with a wrong field. */
  isWrong: boolean;
}

/**
 * Returns what a page says of its changes. Without a connection changes wait on the device, submitted ones too.
 * @param isWritable false while the store refuses writes
 */
export function savingState(
  forms: readonly FormState[],
  isWritable: boolean,
): 'saved' | 'saving' | 'unsaved' | 'waiting' | 'wrong' {
  const isSaving = forms.some((form) => form.isSaving);
  const isClean = forms.every((form) => form.isClean);
  if (isClean && !isSaving) return 'saved';
  if (!isWritable) return 'waiting';
  if (isSaving) return 'saving';
  return forms.some(({ isWrong }) => isWrong) ? 'wrong' : 'unsaved';
}
