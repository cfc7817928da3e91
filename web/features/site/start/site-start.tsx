import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPageSettings } from '#core/domain/site/pages.ts';
import { starterPages } from '#core/domain/site/site-starters.ts';
import { THEME_CHOICES, type ThemeValues } from '#core/domain/branding/theme.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { LookCard } from './look-card.tsx';
import { useStarterStudio } from './use-starter-studio.ts';

/** A look to start with; `empty` for one page without content. */
type Choice = ThemeValues['template'] | 'empty';

interface SiteStartProps {
  /** Called with the id of the home page once the pages exist. */
  onStarted: (homeId: string) => void;
}

/**
 * The six looks of a website, of which one becomes its first pages. With pages it asks first, and the server keeps those
 * as a saved release.
 */
export function SiteStart({ onStarted }: SiteStartProps) {
  const { t } = useTranslation('looks');
  const { starter, shared, isComplete, hasRows } = useStarterStudio();
  const isSettled = useSettled({ isComplete, hasRows });
  const [drafts] = useQuery(queries.pages.list());
  const [settings] = useQuery(queries.site.settings());
  const [pending, setPending] = useState<Choice | null>(null);
  const [asked, setAsked] = useState<Choice | null>(null);
  const mutate = useMutation();
  const replaces = drafts.filter((page) => readPageSettings(page.settings).kind !== 'post').map(({ id }) => id);
  const start = async (choice: Choice) => {
    setPending(choice);
    const template = choice === 'empty' ? null : choice;
    const pages = starterPages(template, starter, settings?.defaultPage ?? '', newId);
    const args = { savedId: newId(), template, replaces, pages, now: Date.now() };
    const isStarted = await mutate(mutators.site.start(args as never), { done: t('started') });
    setPending(null);
    if (isStarted) onStarted(pages[0]!.id);
  };
  const choose = (choice: Choice) => (replaces.length > 0 ? setAsked(choice) : void start(choice));
  // Offline it is drawn from the rows of an earlier visit.
  if (!isSettled || !(isComplete || hasRows)) return <LoadingPlaceholder className="h-[40rem]" />;
  return (
    <section aria-labelledby="looks" className="flex flex-col gap-8">
      <div className="flex flex-col gap-2">
        <h2 id="looks" className="text-lead font-semibold">
          {t('title')}
        </h2>
        <p className="measure text-soft">{t('intro')}</p>
        {starter.photos.length === 0 && <p className="measure text-soft">{t('noPhotos')}</p>}
      </div>
      <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {THEME_CHOICES.template.map((template) => (
          <LookCard
            key={template}
            template={template}
            starter={starter}
            shared={shared}
            loading={pending === template}
            onChoose={() => pending === null && choose(template)}
          />
        ))}
      </ul>
      <Button
        variant="quiet"
        writes
        loading={pending === 'empty'}
        onClick={() => pending === null && choose('empty')}
        className="self-start"
      >
        {t('empty')}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        tone="primary"
        title={t('over.ask')}
        description={t('over.text')}
        confirmLabel={t('over.confirm')}
        onConfirm={() => {
          if (asked) void start(asked);
          setAsked(null);
        }}
      />
    </section>
  );
}
