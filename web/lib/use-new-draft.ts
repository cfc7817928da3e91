import { useEffect, useEffectEvent, useState } from 'react';
import type { ActOptions } from './act.tsx';
import { useDraftPrefix } from './draft.ts';
import { DraftHold } from './draft-hold.ts';
import { draftsLeft, outcomeOf } from './new-draft.ts';
import { readStored, removeStored, storedKeys } from './storage.ts';
import { useArriving, useStore } from './store.tsx';

type QueryResultType = 'unknown' | 'complete' | 'error';

/** What this page has sent and nobody has refused: it is here, or on its way. */
const sent = new Set<string>();

export interface NewDraft {
  /** The new row's, the same for as long as its draft: sending the form twice, also days apart, makes one. */
  id: string;
  /** For `useDraft` or `useTypedFields`. */
  key: string;
  /** The `key` of the form's component: with another one it begins anew. */
  formKey: string;
  /**
   * Its row is here: the form begins anew, or goes on under another id where somebody typed in it here. While it renders; nothing where this page has just sent it, nor before the
   * server has answered: the row may be this device's alone, and refused by now.
   */
  pass: (answer: QueryResultType) => void;
  /**
   * Makes the row, and forgets the draft once the server has it; what was begun meanwhile has a draft of its own.
   * @param write carries out the mutation with the options it is given
   */
  send: (write: (told: ActOptions) => Promise<boolean>, told?: ActOptions) => Promise<boolean>;
}

interface Begun {
  id: string;
  formKey: string;
  /** What was kept when the form began with it. */
  kept: string | null;
  /** Those whose rows are here. */
  stored: readonly string[];
}

const afresh = (id: string, stored: readonly string[]): Begun => ({ id, formKey: id, kept: null, stored });

function textAt(key: string): string | null {
  const kept = readStored(key);
  return kept === null ? null : JSON.stringify(kept);
}

/**
 * The draft of something new, kept with the id that the row will have. The answer may be lost with the page, while the
 * row arrives all the same: what is here as a row is not offered to be made once more. A form begins empty, and goes on
 * with what is left as soon as it is known that no other window has that open. Render it with `formKey` as its `key`.
 * @param name the form and what it is about, such as `payment:{sessionId}`
 */
export function useNewDraft(name: string, makeId: () => string): NewDraft {
  const prefix = `${useDraftPrefix()}${name}:`;
  const { status } = useStore();
  const isArriving = useArriving();
  const [{ id, formKey, kept, stored }, setBegun] = useState(() => afresh(makeId(), []));
  useEffect(() => {
    // Until then the row may be this device's alone, and be refused yet.
    if (status === 'connected') for (const one of stored) removeStored(prefix + one);
  }, [status, stored, prefix]);
  useHold(prefix, id, stored, (found) => setBegun({ id: found, formKey: found, kept: textAt(prefix + found), stored }));

  const forget = () => removeStored(prefix + id);
  const settle = (answer: unknown) => {
    const outcome = outcomeOf(answer);
    if (outcome === 'stored') forget();
    if (outcome === 'refused') sent.delete(id);
  };
  return {
    id,
    key: `${name}:${id}`,
    formKey,
    pass: (answer) => {
      if (sent.has(id) || (answer !== 'complete' && isArriving)) return;
      const now = textAt(prefix + id);
      const next = afresh(makeId(), [...stored, id]);
      setBegun(now === null || now === kept ? next : { ...next, formKey });
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

/**
 * Keeps the other windows from the draft of this form while it is there.
 * @param onFound told of one that is left and that nobody has open, as long as nothing was typed here
 */
function useHold(prefix: string, id: string, stored: readonly string[], onFound: (id: string) => void): void {
  const [hold] = useState(() => new DraftHold());
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    let here = true;
    const own = prefix + id;
    const isUntouched = () => readStored(own) === null;
    const find = async () => {
      const left = isUntouched()
        ? draftsLeft(storedKeys(), prefix, (one) => sent.has(one) || stored.includes(one))
        : [];
      const found = await hold.take([...left.map((one) => prefix + one), own]);
      if (!here || found === null || found === own) return;
      if (isUntouched()) tell(found.slice(prefix.length));
      else await hold.take([own]);
    };
    void find();
    return () => {
      here = false;
    };
  }, [hold, prefix, id, stored]);
  useEffect(() => () => void hold.letGo(), [hold]);
}
