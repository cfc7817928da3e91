import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextTaken, joinTexts } from '#web/lib/forms/dirty-fields.ts';
import { useDraft } from '#web/lib/forms/use-draft.ts';
import { type Request, useMutation } from '#web/lib/sync/use-mutation.tsx';
import { Banner } from '../ui/feedback/banner.tsx';
import { Button } from '../ui/inputs/button.tsx';
import { Field } from '../ui/inputs/field.tsx';
import { Textarea } from '../ui/inputs/text-input.tsx';
import { useToast } from '../ui/overlays/toast.tsx';
import { PageSection, WaitingNote } from './page-section.tsx';

interface NotesConflictProps {
  theirs: string;
  onKeepBoth: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Edit conflict: shows both texts and the buttons that keep one or both. */
function NotesConflict({ theirs, onKeepBoth, onKeepMine, onTakeTheirs }: NotesConflictProps) {
  const { t } = useTranslation('notes');
  return (
    <Banner tone="warning" title={t('changed')}>
      <p>{t('changedText')}</p>
      <blockquote className="my-3 max-h-48 overflow-y-auto border-l-2 border-edge pl-3 whitespace-pre-wrap wrap-anywhere text-ink">
        {theirs || t('emptied')}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onKeepBoth}>
          {t('keepBoth')}
        </Button>
        <Button size="small" writes onClick={onKeepMine}>
          {t('keepMine')}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {t('takeTheirs')}
        </Button>
      </div>
    </Banner>
  );
}

interface NotesPanelProps {
  /** Key of the draft: the notes and their record, such as `customer-notes:{id}`. */
  draftKey: string;
  /** The text in the local store. */
  stored: string;
  /** Returns the mutation; the server rejects it if `base` is not the stored text. */
  request: (text: string, base: string) => Request;
  maxLength: number;
  /** True for roles that may not edit notes. */
  readOnly?: boolean;
}

/** Notes of a client or session, shared by the whole studio. Remount it for another record. */
export function NotesPanel({ draftKey, stored, request, maxLength, readOnly = false }: NotesPanelProps) {
  const { t } = useTranslation('notes');
  const mutate = useMutation();
  const draft = useDraft(draftKey, { text: stored }, isTextTaken);
  const { isClean, isAwaited } = draft;
  const { text } = draft.values;
  const hasConflict = draft.conflict('text').theirs !== undefined;
  const excess = Math.max(0, text.length - maxLength);
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Runs the action and moves the focus to the text, since the pressed button disappears. */
  const thenFocus = (action: () => unknown) => () => {
    action();
    field.current?.focus();
  };
  const save = () => mutate(request(text, stored), draft.saving());
  const keepBoth = () => {
    draft.discard();
    draft.change({ text: joinTexts(stored, text) });
  };
  const discard = () => {
    const restore = draft.discard();
    field.current?.focus();
    toast({ title: t('discarded'), onUndo: thenFocus(restore) });
  };
  return (
    <PageSection title={t('title')}>
      {hasConflict && (
        <NotesConflict
          theirs={stored}
          onKeepBoth={thenFocus(keepBoth)}
          onKeepMine={thenFocus(save)}
          onTakeTheirs={discard}
        />
      )}
      <Field
        label={t('title')}
        hideLabel
        hint={t('hint')}
        error={excess > 0 ? t('tooLong', { count: excess }) : undefined}
      >
        <Textarea
          ref={field}
          rows={5}
          readOnly={readOnly}
          value={text}
          onChange={({ target }) => draft.change({ text: target.value })}
        />
      </Field>
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            writes
            disabled={isClean || hasConflict || excess > 0}
            loading={isAwaited}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
          {!isClean && !hasConflict && (
            <Button variant="quiet" disabled={isAwaited} onClick={discard}>
              {t('discard')}
            </Button>
          )}
          <WaitingNote />
          <output className="text-caption text-soft">{isClean ? '' : t('unsaved')}</output>
        </div>
      )}
    </PageSection>
  );
}
