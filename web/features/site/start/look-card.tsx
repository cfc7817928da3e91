import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { shownRows } from '#core/domain/site/page-rows.ts';
import { type StarterPage, starterPages, type StarterStudio, starterTheme } from '#core/domain/site/site-starters.ts';
import type { StudioTheme, ThemeValues } from '#core/domain/branding/theme.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { newId } from '#web/lib/ids.ts';
import { useImagesReady } from '#web/lib/photo-grid/image-token.tsx';
import { PreviewFrame } from '#web/lib/preview/preview-frame.tsx';
import stylesheet from '#web/site/site.css?url';
import { SitePage } from '#web/site/site-page.tsx';
import type { SharedData } from './use-starter-studio.ts';

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
export function LookCard({ template, starter, shared, loading, onChoose }: LookCardProps) {
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
