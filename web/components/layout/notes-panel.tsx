import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useToast } from '#web/components/ui/toast-provider.tsx';
import { useStore } from '#web/lib/store.tsx';
import { useNotes, type NotesSource } from '#web/lib/use-notes.ts';
import { NotesConflict } from './notes-changed.tsx';
import { PageSection } from './page-section.tsx';

interface NotesPanelProps extends NotesSource {
  /** For those who may read them and no more. */
  readOnly?: boolean;
}

/** What the studio wants to remember of a client or a session; for everybody in it. */
export function NotesPanel({ readOnly = false, ...source }: NotesPanelProps) {
  const { t } = useTranslation(['notes', 'common']);
  const { writable } = useStore();
  const notes = useNotes(source);
  const toast = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  /** The button goes with what it answers: the keyboard goes on in the text. */
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
          writable={writable}
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
            disabled={notes.clean || notes.changed || notes.excess > 0 || !writable}
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
          {!writable && <p className="text-caption text-soft">{t('common:waiting')}</p>}
          <output className="text-caption text-soft">{notes.clean ? '' : t('unsaved')}</output>
        </div>
      )}
    </PageSection>
  );
}
