import { useState } from 'react';
import { mutators } from '#core/zero/mutators.ts';
import { useAct } from '#web/lib/act.tsx';
import { useDraft, useKeepDraft } from '#web/lib/draft.ts';

interface NotesDraft {
  text: string;
  /** The stored text that it was made from. */
  base: string;
}

/**
 * Notes as they are written. What somebody else saves meanwhile is shown as soon as it comes, where nothing was typed
 * here; where something was, both texts are kept until the person has chosen.
 */
export function useNotes(customerId: string, stored: string) {
  const act = useAct();
  const draft = useDraft<NotesDraft>(`customer-notes:${customerId}`, { text: stored, base: stored });
  const [notes, setNotes] = useState(draft.initial);
  const [saving, setSaving] = useState(false);
  const { text, base } = notes;
  // Nobody typed here: the news is what is shown.
  if (text === base && stored !== base && !saving) setNotes({ text: stored, base: stored });
  const clean = text === stored;
  useKeepDraft(draft, notes, text !== base);

  /** @param from the stored text that this one is known to replace */
  const save = async (next: string, from: string): Promise<void> => {
    setSaving(true);
    let answer: Promise<unknown> = Promise.resolve();
    const request = mutators.customers.setNotes({ id: customerId, notes: next, base: from, now: Date.now() });
    const stands = await act(request, { onSent: (said) => void (answer = said) });
    setSaving(false);
    // Refused here or there: the text stays as it was typed, and its base with it.
    if (!stands || isRefused(await answer)) return;
    setNotes((now) => (now.text === next ? { text: next, base: next } : { ...now, base: next }));
    draft.forget();
  };
  return {
    text,
    clean,
    saving,
    /** Somebody else has changed it since this one was begun. */
    changed: !clean && text !== base && stored !== base,
    write: (next: string) => setNotes({ text: next, base: text === base ? stored : base }),
    save: () => save(text, base),
    keepMine: () => {
      setNotes({ text, base: stored });
      return save(text, stored);
    },
    takeTheirs: () => {
      setNotes({ text: stored, base: stored });
      draft.forget();
    },
    keepBoth: () => setNotes({ text: [stored, text].join('\n\n'), base: stored }),
  };
}

function isRefused(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'error';
}
