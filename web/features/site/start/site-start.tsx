import { useQuery } from '@rocicorp/zero/react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type StudioTheme, THEME_CHOICES, type ThemeValues } from '#core/domain/branding/theme.ts';
import { shownRows } from '#core/domain/site/page-rows.ts';
import { readPageSettings } from '#core/domain/site/pages.ts';
import { type StarterPage, starterPages, type StarterStudio, starterTheme } from '#core/domain/site/site-starters.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { newId } from '#web/lib/ids.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { PreviewFrame } from '#web/lib/preview/preview-frame.tsx';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useSettled } from '#web/lib/sync/use-settled.ts';
import { SitePage } from '#web/site/site-page.tsx';
import stylesheet from '#web/site/site.css?url';
import { type SharedData, useStarterStudio } from './use-starter-studio.ts';

/** Width of the played window in pixels. */
const WIDTH = 1280;

type Template = ThemeValues['template'];

/** Returns the home page with its site around it, as visitors would see it. */
function homeOf(pages: readonly StarterPage[], shared: SharedData, theme: StudioTheme) {
  const { base, studio } = shared;
  const [home] = pages;
  return {
    ...shared,
    studio: { ...studio, theme },
    href: base,
    page: { ...home!, rows: shownRows(home!.rows) },
    menu: pages.filter(({ settings }) => settings.menu).map(({ id, title }) => ({ id, title, href: base })),
    languages: [],
    hrefs: Object.fromEntries([...pages.map(({ id }) => id), 'home'].map((id) => [id, base])),
  };
}

interface LookCardProps {
  template: Template;
  starter: StarterStudio;
  shared: SharedData;
  /** True while this look's pages are created. */
  loading: boolean;
  onChoose: () => void;
}

/** A look, drawn with the studio's own photos; the whole card can be pressed. */
function LookCard({ template, starter, shared, loading, onChoose }: LookCardProps) {
  const { t } = useTranslation(['looks', 'branding']);
  const ready = useImagesReady();
  const name = t(`branding:template.${template}`);
  const theme = useMemo(
    () => ({ ...starterTheme(template, shared.studio.theme), updatedAt: 1 }),
    [template, shared.studio.theme],
  );
  const data = useMemo(
    () => homeOf(starterPages(template, starter, '', newId), shared, theme),
    [template, starter, shared, theme],
  );
  return (
    <li className="group relative flex flex-col gap-3">
      <div className="aspect-4/3 overflow-hidden rounded-control border border-line bg-sunken transition-colors group-hover:border-edge sm:aspect-4/5">
        {ready && (
          <PreviewFrame
            title={t('preview', { name })}
            width={WIDTH}
            scheme="light"
            theme={theme}
            stylesheet={stylesheet}
            css="html{overflow:hidden}"
            language={shared.language}
          >
            <SitePage data={data} />
          </PreviewFrame>
        )}
      </div>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="font-medium">{name}</h3>
          <p className="text-caption text-soft">{t(`hints.${template}`)}</p>
        </div>
        <Button
          size="small"
          writes
          loading={loading}
          aria-label={t('chooseNamed', { name })}
          onClick={onChoose}
          className="shrink-0 after:absolute after:inset-0"
        >
          {t('choose')}
        </Button>
      </div>
    </li>
  );
}

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
        className="-ml-4 self-start"
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
