import { useEffect, useState } from 'react';
import type { ActOptions } from './act.tsx';
import { useDraftPrefix } from './draft.ts';
import { draftLeft, outcomeOf } from './new-draft.ts';
import { removeStored, storedKeys } from './storage.ts';
import { useArriving, useStore } from './store.tsx';

type QueryResultType = 'unknown' | 'complete' | 'error';

/** What this page has sent and nobody has refused: it is here, or on its way. */
const sent = new Set<string>();

export interface NewDraft {
  /** The new row's, the same for as long as its draft: sending the form twice, also days apart, makes one. */
  id: string;
  /** For `useDraft` or `useTypedFields`. */
  key: string;
  /**
   * Its row is here: the form begins anew. While it renders; nothing where this page has just sent it, nor before the
   * server has answered: the row may be this device's alone, and refused by now.
   */
  pass: (answer: QueryResultType) => void;
  /**
   * Makes the row, and forgets the draft once the server has it; what was begun meanwhile has a draft of its own.
   * @param write carries out the mutation with the options it is given
   */
  send: (write: (told: ActOptions) => Promise<boolean>, told?: ActOptions) => Promise<boolean>;
}

/**
 * The draft of something new, kept with the id that the row will have. The answer may be lost with the page, while the
 * row arrives all the same: what is here as a row is not offered to be made once more. Render the form with the id as
 * its `key`.
 * @param name the form and what it is about, such as `customer-new:{accountId}`
 */
export function useNewDraft(name: string, makeId: () => string): NewDraft {
  const prefix = `${useDraftPrefix()}${name}:`;
  const { status } = useStore();
  const isArriving = useArriving();
  const next = (stored: readonly string[]) =>
    draftLeft(storedKeys(), prefix, (id) => sent.has(id) || stored.includes(id)) ?? makeId();
  const [{ id, stored }, setState] = useState(() => ({ id: next([]), stored: [] as readonly string[] }));
  useEffect(() => {
    // Until then the row may be this device's alone, and be refused yet.
    if (status === 'connected') for (const one of stored) removeStored(prefix + one);
  }, [status, stored, prefix]);

  const forget = () => removeStored(prefix + id);
  const settle = (answer: unknown) => {
    const outcome = outcomeOf(answer);
    if (outcome === 'stored') forget();
    if (outcome === 'refused') sent.delete(id);
  };
  return {
    id,
    key: `${name}:${id}`,
    pass: (answer) => {
      if (!sent.has(id) && (answer === 'complete' || !isArriving))
        setState({ id: next([...stored, id]), stored: [...stored, id] });
    },
    send: async (write, told = {}) => {
      sent.add(id);
      const onSent = (answer: Promise<unknown>) => {
        told.onSent?.(answer);
        void answer.then(settle);
      };
      const stands = await write({ ...told, onSent });
      if (!stands) sent.delete(id);
      return stands;
    },
  };
}
