import { useState } from 'react';
import type { MarkStep } from './draft-marks.ts';

/** A comment that is being written. */
export interface CommentDraft {
  body: string;
  steps: readonly MarkStep[];
}

const EMPTY: CommentDraft = { body: '', steps: [] };

/** Drafts by photo, kept while the page is open: another photo may be looked at meanwhile. */
const drafts = new Map<string, CommentDraft>();

/** Returns the draft of a photo, and functions that change and discard it. */
export function useCommentDraft(photoId: string) {
  const [, setVersion] = useState(0);
  const set = (draft: CommentDraft) => {
    drafts.set(photoId, draft);
    setVersion((version) => version + 1);
  };
  const draft = drafts.get(photoId) ?? EMPTY;
  return {
    draft,
    change: (changes: Partial<CommentDraft>) => set({ ...draft, ...changes }),
    discard: () => set(EMPTY),
  };
}
