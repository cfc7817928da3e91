import { useEffect, useEffectEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm, type UseFormProps } from 'react-hook-form';
import { isRejection, useMutationStatus } from '../sync/use-mutation-status.ts';
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
 * A form over something stored. What is typed is kept over reloads and lost connections until the server has taken it;
 * what nobody typed in follows what others save; a text that two write at once is told (`theirs`, for a Field).
 * @param key names the form and what it is about, such as `customer:{customerId}`; null where nothing is to be kept,
 *   as in a dialog
 * @param saved what is stored now
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
  // What an earlier page sent, or this one without an answer: the server has it by now, or it does not.
  // Something new has no row to tell by: `useNewDraft` ends its draft when there is one.
  const left = isConfirmed && key !== null && !isNewRecordDraft(key) ? reconcile(typed, saved) : typed;
  if (left !== typed) setTyped(left);
  const values = mergeEdits(saved, typed);
  const theirs = conflictingFields(typed, saved);
  const update = (change: (now: DirtyFields<T>) => DirtyFields<T>) => {
    setTyped(change);
    if (key === null) return;
    // Whoever sent it may have left the form by now.
    const left = change(read()?.typed ?? {});
    if (Object.keys(left).length > 0) keep({ typed: left });
    else forget();
  };
  const stand = (sent: T) => update((now) => afterConfirm(now, sent));
  return {
    values,
    /** What is stored says the same. */
    isClean: JSON.stringify(values) === JSON.stringify(saved),
    change: (changes: Partial<T>) => setTyped((now) => applyEdits(now, saved, changes)),
    /** What was typed here, and nothing of what others may have changed. */
    changes: Object.fromEntries(Object.keys(typed).map((name) => [name, values[name as keyof T]])) as Partial<T>,
    /** Takes everything back to what is stored. */
    discard: () => {
      setTyped({});
      if (key !== null) forget();
    },
    /** The server has taken them. */
    stand,
    /** For the act that saves `sent`, the values as they stand in the form. Its answer may be lost with the page. */
    saving: (sent: T): Pick<MutationOptions, 'onSubmitted' | 'onConfirmed'> => ({
      onSubmitted: (answer) => {
        update((now) => markSubmitted(now, sent, saved));
        void answer.then((said) => {
          if (isRejection(said)) update((now) => markRejected(now, sent));
        });
        trackResult(answer);
      },
      onConfirmed: () => stand(sent),
    }),
    /** @param show a stored value as people read it, where it is a key or a day */
    conflict: (name: keyof T, show: (stored: string) => string = (stored) => stored) => ({
      theirs: isAwaited || theirs[name] === undefined ? undefined : show(theirs[name] as string),
      onTake: () =>
        setTyped((now) => {
          const { [name]: _mine, ...rest } = now;
          return rest as DirtyFields<T>;
        }),
    }),
  };
}

/**
 * A form of react-hook-form over something stored, see `useTypedFields`.
 * @param key names the form and what it is about, such as `customer:{customerId}`; null where nothing is to be kept
 * @param saved what is stored now: exactly the form's fields
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
    // Without a name it is not a person who types.
    if (name !== undefined) change({ [name]: all[name] } as Partial<T>);
  });
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name, values: all }) => typed(name, all) }),
    [subscribe],
  );

  // What others saved, what was taken of theirs, and what is stored of this form's own.
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
