import { clsx } from 'clsx';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { ToastProvider } from '#web/components/ui/overlays/toast.tsx';
import { FormatContext } from '#web/lib/format/use-format.ts';
import { initI18n } from '#web/lib/i18n/i18n.ts';
import { ThemeProvider, THEMES, useTheme } from '#web/lib/theme/theme.tsx';
import '#web/styles/main.css';
import { ActionsSection, ChoicesSection } from './actions-section.tsx';
import { FeedbackSection, TypeSection } from './feedback-section.tsx';
import { FormsSection } from './forms-section.tsx';
import { ListsSection } from './lists-section.tsx';
import { OverlaysSection } from './overlays-section.tsx';
import { PhotosSection, PickersSection } from './pickers-section.tsx';
import { ScheduleSection } from './schedule-section.tsx';

const sections = {
  type: TypeSection,
  actions: ActionsSection,
  forms: FormsSection,
  choices: ChoicesSection,
  feedback: FeedbackSection,
  lists: ListsSection,
  photos: PhotosSection,
  pickers: PickersSection,
  overlays: OverlaysSection,
  schedule: ScheduleSection,
} as const satisfies Record<string, ComponentType>;

/** Section that the address names; `?section=schedule` shows it alone, light, for tests of one component. */
const only = new URLSearchParams(location.search).get('section');

const shown = (Object.keys(sections) as (keyof typeof sections)[]).filter((name) => only === null || name === only);
const themes = only === null ? (['light', 'dark'] as const) : (['light'] as const);

/** Sections that need the full width; their two themes are below one another. */
const wide: readonly string[] = ['schedule'];

/**
 * Shows every component in its states, light and dark side by side, to compare before and after a change. Served by
 * `npm run design`; not part of the product.
 */
function DesignPage() {
  const { t } = useTranslation(['design', 'common']);
  const { theme, setTheme } = useTheme();
  return (
    <ToastProvider>
      <PageHeader
        title={t('design:title')}
        detail={t('design:intro')}
        actions={
          <SegmentedControl
            label={t('common:theme')}
            value={theme}
            onChange={setTheme}
            options={THEMES.map((value) => ({ value, label: t(`common:themes.${value}`) }))}
          />
        }
      />
      {shown.map((name) => (
        <section key={name} aria-labelledby={`section-${name}`} className="pb-10">
          <h2 id={`section-${name}`} className="pb-3 text-caption font-medium text-soft">
            {t(`design:sections.${name}`)}
          </h2>
          <BothThemes section={sections[name]} isWide={wide.includes(name)} />
        </section>
      ))}
    </ToastProvider>
  );
}

/** Settings of a studio in Madrid. */
const SAMPLE = { timeZone: 'Europe/Madrid', currency: 'EUR', dateFormat: 'auto' } as const;

function BothThemes({ section: Section, isWide }: { section: ComponentType; isWide: boolean }) {
  return (
    <div className={clsx('grid gap-4', !isWide && 'xl:grid-cols-2')}>
      {themes.map((theme) => (
        <div key={theme} data-theme={theme} className="min-w-0 rounded-control border border-line bg-paper p-4 md:p-6">
          <FormatContext value={SAMPLE}>
            <Section />
          </FormatContext>
        </div>
      ))}
    </div>
  );
}

await initI18n({ namespaces: ['design'] });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider>
      <MemoryRouter>
        <main className="px-4 md:px-8 xl:px-12">
          <DesignPage />
        </main>
      </MemoryRouter>
    </ThemeProvider>
  </StrictMode>,
);
