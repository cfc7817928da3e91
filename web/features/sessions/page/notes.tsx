import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Textarea } from '#web/components/ui/textarea.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { SessionRow } from '../session-rows.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { useNotes } from './use-notes.ts';

/** For the studio's own eyes. */
export function Notes({ session }: { session: SessionRow }) {
  const { t } = useTranslation(['sessions', 'common']);
  const { role } = useAccount();
  const { writable } = useStore();
  const notes = useNotes(session);
  const { theirs } = notes;
  return (
    <PageSection title={t('notes.title')}>
      {theirs !== null && (
        <Banner tone="warning" title={t('notes.changed')}>
          <p>{t('notes.changedText')}</p>
          <p className="my-2 max-h-40 overflow-y-auto border-l-2 border-edge pl-3 whitespace-pre-wrap wrap-anywhere text-ink">
            {theirs || t('notes.emptied')}
          </p>
          <div className="flex flex-wrap gap-2 pt-1">
            <Button size="small" disabled={!writable} onClick={notes.keepMine}>
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
          rows={4}
          maxLength={10_000}
          readOnly={!can(role, 'sessions.note')}
          value={notes.value}
          onChange={({ target }) => notes.write(target.value)}
        />
      </Field>
      {notes.isDirty && theirs === null && (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" variant="primary" disabled={!writable} loading={notes.isSending} onClick={notes.save}>
            {t('common:save')}
          </Button>
          <Button size="small" variant="quiet" disabled={notes.isSending} onClick={notes.discard}>
            {t('notes.discard')}
          </Button>
          {!writable && <p className="text-caption text-soft">{t('waiting')}</p>}
        </div>
      )}
    </PageSection>
  );
}
