import { useEffect, useState } from 'react';
import { useDraft } from './draft.ts';
import type { ActOptions } from './act.tsx';
import {
  afterStanding,
  afterTyping,
  changedMeanwhile,
  stillTyped,
  valuesOf,
  type TypedFields,
} from './typed-fields.ts';

/**
 * A form over something stored. What is typed is kept over reloads and lost connections until the server has taken it;
 * what nobody typed in follows what others save; a text that two write at once is told (`theirs`, for a Field).
 * @param key names the form and what it is about, such as `customer:{customerId}`; null where nothing is to be kept,
 *   as in a dialog
 * @param saved what is stored now
 */
export function useTypedFields<T extends object>(key: string | null, saved: T) {
  const draft = useDraft<{ typed: TypedFields<T> }>(key ?? 'none', { typed: {} });
  const [typed, setTyped] = useState(() => (key === null ? {} : stillTyped(draft.initial.typed, saved)));
  const [sending, setSending] = useState(0);
  const isTyped = Object.keys(typed).length > 0;
  const { keep, forget, read } = draft;
  useEffect(() => {
    if (key === null) return;
    if (isTyped) keep({ typed });
    else forget();
  }, [key, keep, forget, typed, isTyped]);
  const values = valuesOf(saved, typed);
  const theirs = changedMeanwhile(typed, saved);
  const stand = (sent: T) => {
    setTyped((now) => afterStanding(now, sent));
    if (key === null) return;
    // Whoever sent it may have left the form by now.
    const left = afterStanding(read()?.typed ?? {}, sent);
    if (Object.keys(left).length > 0) keep({ typed: left });
    else forget();
  };
  return {
    values,
    /** What is stored says the same. */
    isClean: JSON.stringify(values) === JSON.stringify(saved),
    change: (changes: Partial<T>) => setTyped((now) => afterTyping(now, saved, changes)),
    /** What was typed here, and nothing of what others may have changed. */
    changes: Object.fromEntries(Object.keys(typed).map((name) => [name, values[name as keyof T]])) as Partial<T>,
    /** Takes everything back to what is stored. */
    discard: () => {
      setTyped({});
      if (key !== null) forget();
    },
    /** The server has taken them. */
    stand,
    /** For the act that saves `sent`: until its answer, what is stored is this form's own, and may be taken back. */
    saving: (sent: T): Pick<ActOptions, 'onSent' | 'onStood'> => ({
      onSent: (answer) => {
        setSending((count) => count + 1);
        void answer.finally(() => setSending((count) => count - 1));
      },
      onStood: () => stand(sent),
    }),
    meanwhile: (name: keyof T) => ({
      theirs: sending > 0 ? undefined : (theirs[name] as string | undefined),
      onTake: () =>
        setTyped((now) => {
          const { [name]: _mine, ...rest } = now;
          return rest as TypedFields<T>;
        }),
    }),
  };
}
