import { useState } from 'react';
import { mutators } from '#core/zero/mutators.ts';
import { useAct } from '#web/lib/act.tsx';
import { useDraft } from '#web/lib/draft.ts';
import type { SessionRow } from '../session-rows.ts';

interface Writing {
  /** Null while nobody writes here. */
  text: string | null;
  /** What stood there when writing began. */
  base: string;
}

/**
 * Notes that two people may write at once. What is typed here is kept, over a reload as well, until the server has it;
 * where the stored text is not the one that writing began with, both are shown and one is chosen.
 */
export function useNotes({ id, notes: stored }: Pick<SessionRow, 'id' | 'notes'>) {
  const act = useAct();
  const draft = useDraft<Writing>(`session-notes:${id}`, { text: null, base: '' });
  const [writing, setWriting] = useState<Writing>(draft.initial);
  const [isSending, setSending] = useState(false);
  const { text, base } = writing;
  const isDirty = text !== null && text !== stored;
  const theirs = isDirty && !isSending && stored !== base ? stored : null;

  const put = (next: Writing) => {
    setWriting(next);
    if (next.text === null) draft.forget();
    else draft.keep(next);
  };
  const send = (from: string) => {
    if (text === null) return;
    setSending(true);
    const settled = (answer: unknown) => {
      setSending(false);
      // Refused, it is still what was typed here; the stored text comes back by itself.
      if ((answer as { type?: string }).type !== 'error') {
        setWriting((now) => (now.text === text ? { text: null, base: '' } : now));
        draft.forget();
      }
    };
    const request = mutators.sessions.setNotes({ id, notes: text, base: from, now: Date.now() });
    void act(request, { onSent: (answer) => void answer.then(settled) }).then((sent) => {
      if (!sent) setSending(false);
    });
  };
  return {
    value: text ?? stored,
    isDirty,
    isSending,
    theirs,
    write: (next: string) => put({ text: next, base: text === null ? stored : base }),
    save: () => send(base),
    keepMine: () => {
      put({ text, base: stored });
      send(stored);
    },
    takeTheirs: () => put({ text: null, base: '' }),
    discard: () => put({ text: null, base: '' }),
  };
}
