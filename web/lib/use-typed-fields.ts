import { useEffect, useState } from 'react';
import type { ActOptions } from './act.tsx';
import { useDraft } from './draft.ts';
import { isOfNew } from './new-draft.ts';
import {
  afterRefusal,
  afterSending,
  afterStanding,
  afterTyping,
  changedMeanwhile,
  settled,
  stillTyped,
  valuesOf,
  type TypedFields,
} from './typed-fields.ts';
import { isRefusal, useServerWord } from './use-server-word.ts';

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
  const { isAwaited, isKnown, awaitAnswer } = useServerWord(key);
  const isTyped = Object.keys(typed).length > 0;
  const { keep, forget, read } = draft;
  useEffect(() => {
    if (key === null) return;
    if (isTyped) keep({ typed });
    else forget();
  }, [key, keep, forget, typed, isTyped]);
  // What an earlier page sent, or this one without an answer: the server has it by now, or it does not.
  // Something new has no row to tell by: `useNewDraft` ends its draft when there is one.
  const left = isKnown && key !== null && !isOfNew(key) ? settled(typed, saved) : typed;
  if (left !== typed) setTyped(left);
  const values = valuesOf(saved, typed);
  const theirs = changedMeanwhile(typed, saved);
  const update = (change: (now: TypedFields<T>) => TypedFields<T>) => {
    setTyped(change);
    if (key === null) return;
    // Whoever sent it may have left the form by now.
    const left = change(read()?.typed ?? {});
    if (Object.keys(left).length > 0) keep({ typed: left });
    else forget();
  };
  const stand = (sent: T) => update((now) => afterStanding(now, sent));
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
    /** For the act that saves `sent`, the values as they stand in the form. Its answer may be lost with the page. */
    saving: (sent: T): Pick<ActOptions, 'onSent' | 'onStood'> => ({
      onSent: (answer) => {
        update((now) => afterSending(now, sent, saved));
        void answer.then((said) => {
          if (isRefusal(said)) update((now) => afterRefusal(now, sent));
        });
        awaitAnswer(answer);
      },
      onStood: () => stand(sent),
    }),
    /** @param show a stored value as people read it, where it is a key or a day */
    meanwhile: (name: keyof T, show: (stored: string) => string = (stored) => stored) => ({
      theirs: isAwaited || theirs[name] === undefined ? undefined : show(theirs[name] as string),
      onTake: () =>
        setTyped((now) => {
          const { [name]: _mine, ...rest } = now;
          return rest as TypedFields<T>;
        }),
    }),
  };
}
