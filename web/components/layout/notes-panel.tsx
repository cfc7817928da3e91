import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type NotesSource, useNotes } from '#web/lib/forms/notes.ts';
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

interface NotesPanelProps extends NotesSource {
  /** True for roles that may not edit notes. */
  readOnly?: boolean;
}

/** Notes of a client or session, shared by the whole studio. */
export function NotesPanel({ readOnly = false, ...source }: NotesPanelProps) {
  const { t } = useTranslation('notes');
  const notes = useNotes(source);
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  /** Runs the action and moves the focus to the text, since the pressed button disappears. */
  const andWrite = (act: () => unknown) => () => {
    act();
    field.current?.focus();
  };
  const discard = () => {
    andWrite(notes.takeStored)();
    toast({ title: t('discarded'), onUndo: andWrite(notes.giveBack) });
  };
  return (
    <PageSection title={t('title')}>
      {notes.changed && (
        <NotesConflict
          theirs={source.stored}
          onKeepBoth={andWrite(notes.keepBoth)}
          onKeepMine={andWrite(notes.keepMine)}
          onTakeTheirs={discard}
        />
      )}
      <Field
        label={t('title')}
        hideLabel
        hint={t('hint')}
        error={notes.excess > 0 ? t('tooLong', { count: notes.excess }) : undefined}
      >
        <Textarea
          ref={field}
          rows={5}
          readOnly={readOnly}
          value={notes.text}
          onChange={({ target }) => notes.write(target.value)}
        />
      </Field>
      {!readOnly && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            writes
            disabled={notes.clean || notes.changed || notes.excess > 0}
            loading={notes.saving}
            onClick={() => void notes.save()}
          >
            {t('save')}
          </Button>
          {!notes.clean && !notes.changed && (
            <Button variant="quiet" disabled={notes.saving} onClick={discard}>
              {t('discard')}
            </Button>
          )}
          <WaitingNote />
          <output className="text-caption text-soft">{notes.clean ? '' : t('unsaved')}</output>
        </div>
      )}
    </PageSection>
  );
}
