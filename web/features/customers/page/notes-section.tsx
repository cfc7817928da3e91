import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { CustomerRow } from '../customer-rows.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { useNotes } from './use-notes.ts';

/** What the studio wants to remember of a client; for everybody in it. */
export function NotesSection({ customer }: { customer: CustomerRow }) {
  const { t } = useTranslation(['customers', 'common']);
  const { writable } = useStore();
  const notes = useNotes(customer.id, customer.notes);
  return (
    <PageSection title={t('notes.title')}>
      <div className="flex flex-col gap-4">
        {notes.changed && (
          <Banner tone="warning" title={t('notes.changed')}>
            <p>{t('notes.changedText')}</p>
            <blockquote className="my-3 max-h-48 overflow-y-auto border-l-2 border-line pl-3 whitespace-pre-wrap text-ink">
              {customer.notes || t('notes.emptied')}
            </blockquote>
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={notes.keepBoth}>
                {t('notes.keepBoth')}
              </Button>
              <Button size="small" disabled={!writable} onClick={() => void notes.keepMine()}>
                {t('notes.keepMine')}
              </Button>
              <Button size="small" onClick={notes.takeTheirs}>
                {t('notes.takeTheirs')}
              </Button>
            </div>
          </Banner>
        )}
        <Field label={t('notes.title')} hideLabel hint={t('notes.hint')}>
          <Textarea
            rows={5}
            maxLength={10_000}
            value={notes.text}
            onChange={({ target }) => notes.write(target.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-4">
          <Button
            disabled={notes.clean || notes.changed || !writable}
            loading={notes.saving}
            onClick={() => void notes.save()}
          >
            {t('notes.save')}
          </Button>
          {!writable && <p className="text-caption text-soft">{t('waiting')}</p>}
          <output className="text-caption text-soft">{notes.clean ? '' : t('notes.unsaved')}</output>
        </div>
      </div>
    </PageSection>
  );
}
