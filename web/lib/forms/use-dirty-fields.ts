import { useEffect, useEffectEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormProps } from 'react-hook-form';
import { useMutationStatus } from '../sync/mutation-status.ts';
import type { MutationOptions } from '../sync/use-mutation.tsx';
import {
  afterConfirm,
  applyEdits,
  conflictingFields,
  type DirtyFields,
  markRejected,
  markSubmitted,
  mergeEdits,
  reconcile,
  remainingEdits,
} from './dirty-fields.ts';
import { useDraft } from './draft-storage.ts';
import { isNewRecordDraft } from './new-draft.ts';

/**
 * A form over a stored record. Edits survive reloads and lost connections until the server confirms them; fields
 * without edits follow the record; a text field saved elsewhere meanwhile is a conflict (`theirs`, for a Field).
 * @param key form and record, such as `customer:{customerId}`; null without a stored draft, as in a dialog
 * @param saved the stored values
 */
export function useDirtyFields<T extends object>(key: string | null, saved: T) {
  const draft = useDraft<{ typed: DirtyFields<T> }>(key ?? 'none', { typed: {} });
  const [typed, setTyped] = useState(() => (key === null ? {} : remainingEdits(draft.initial.typed, saved)));
  const { isAwaited, isConfirmed, trackResult } = useMutationStatus(key);
  const isTyped = Object.keys(typed).length > 0;
  const { keep, forget, read } = draft;
  useEffect(() => {
    if (key === null) return;
    if (isTyped) keep({ typed });
    else forget();
  }, [key, keep, forget, typed, isTyped]);
  // Edits submitted without a result, by this page or an earlier one: the confirmed record decides. A new record has no
  // row to compare with; `useNewDraft` ends its draft when the row exists.
  const left = isConfirmed && key !== null && !isNewRecordDraft(key) ? reconcile(typed, saved) : typed;
  if (left !== typed) setTyped(left);
  const values = mergeEdits(saved, typed);
  const conflicts = conflictingFields(typed, saved);
  const update = (change: (now: DirtyFields<T>) => DirtyFields<T>) => {
    setTyped(change);
    if (key === null) return;
    // The form may be unmounted by now; read the stored draft.
    const left = change(read()?.typed ?? {});
    if (Object.keys(left).length > 0) keep({ typed: left });
    else forget();
  };
  const confirm = (sent: T) => update((now) => afterConfirm(now, sent));
  return {
    values,
    /** True if the form equals the stored record. */
    isClean: JSON.stringify(values) === JSON.stringify(saved),
    change: (changes: Partial<T>) => setTyped((now) => applyEdits(now, saved, changes)),
    /** The edited values only, so that changes of others are not overwritten. */
    changes: Object.fromEntries(Object.keys(typed).map((name) => [name, values[name as keyof T]])) as Partial<T>,
    /** Drops all edits. */
    discard: () => {
      setTyped({});
      if (key !== null) forget();
    },
    /** Drops confirmed fields from the draft. */
    stand: confirm,
    /**
     * Returns the options of the mutation that saves `sent`, the form's values. Its result may be lost with the page.
     */
    saving: (sent: T): Pick<MutationOptions, 'onSubmitted'> => ({
      onSubmitted: (outcome) => {
        update((now) => markSubmitted(now, sent, saved));
        void outcome.then(({ state }) => {
          if (state === 'rejected') update((now) => markRejected(now, sent));
          if (state === 'confirmed') confirm(sent);
        });
        trackResult(outcome);
      },
    }),
    /** @param show formats a stored value for the user, if it is a key or a day */
    conflict: (name: keyof T, show: (stored: string) => string = (stored) => stored) => ({
      theirs: isAwaited || conflicts[name] === undefined ? undefined : show(conflicts[name] as string),
      onTake: () =>
        setTyped((now) => {
          const { [name]: _mine, ...rest } = now;
          return rest as DirtyFields<T>;
        }),
    }),
  };
}

/**
 * A react-hook-form over a stored record, see `useDirtyFields`.
 * @param key form and record, such as `customer:{customerId}`; null without a stored draft
 * @param saved the stored values of exactly the form's fields
 */
export function useStoredForm<T extends FieldValues>(
  key: string | null,
  saved: T,
  options: Pick<UseFormProps<T>, 'resolver' | 'mode'> = {},
) {
  const fields = useDirtyFields(key, saved);
  const { values, change } = fields;
  const form = useForm<T>({ ...options, defaultValues: values as DefaultValues<T> });
  const { subscribe, getValues, setValue } = form;

  const typed = useEffectEvent((name: string | undefined, all: T) => {
    // Without a name the change is not an input by the user.
    if (name !== undefined) change({ [name]: all[name] } as Partial<T>);
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name, values: all }) => typed(name, all) }),
    [subscribe],
  );

  // Update the form with values saved elsewhere, taken from a conflict, or normalized by the server.
  const shown = JSON.stringify(values);
  const show = useEffectEvent(() => {
    const now = getValues();
    for (const name of Object.keys(values) as Path<T>[]) {
      if (JSON.stringify(now[name]) !== JSON.stringify(values[name])) setValue(name, values[name]);
    }
  });
  useEffect(() => show(), [shown]);
  return { form, ...fields };
}
