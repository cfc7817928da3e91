import { ListTree, PanelBottomClose, Pencil, Plus, Settings2, ShieldCheck, SquarePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/values/languages.ts';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { ChecksPanel, type GoTo } from '../publish/checks-panel.tsx';
import type { DraftPage, useSite } from '../use-site.ts';
import { useEditor } from './editor-context.ts';
import { LanguageSelect, type View, ViewControls, WIDTHS } from './editor-header.tsx';
import { Outline } from './outline.tsx';
import { PagePreview } from './page-preview.tsx';
import { PageSettingsForm } from './page-settings.tsx';
import { PartPanel } from './part-panel.tsx';
import { findPart } from './parts.ts';

export type PanelTab = 'outline' | 'part' | 'page' | 'checks';

interface EditorLayoutProps {
  page: DraftPage;
  site: ReturnType<typeof useSite>;
  view: View;
  onView: (view: View) => void;
  onLanguage: (language: Language) => void;
  isWide: boolean;
  /** The open part of the panel; null if a phone shows the preview only. */
  tab: PanelTab | null;
  onTab: (tab: PanelTab | null) => void;
  /** Shows a part that a check found, perhaps on another page. */
  onGo: GoTo;
}

/** Outline, preview and fields beside each other; on a phone the preview with a sheet below it. */
export function EditorLayout(props: EditorLayoutProps) {
  return props.isWide ? <WideLayout {...props} /> : <PhoneLayout {...props} />;
}

function Preview({ page, site, view }: Pick<EditorLayoutProps, 'page' | 'site' | 'view'>) {
  const { t } = useTranslation('website');
  const { rows, actions } = useEditor();
  return (
    <div className="relative h-full">
      <PagePreview page={page} site={site} width={WIDTHS[view.device]} scheme={view.scheme} />
      {rows.length === 0 && (
        <div className="absolute inset-x-4 top-1/3 mx-auto flex max-w-96 flex-col items-center gap-4 rounded-sheet border border-line bg-raised p-6 text-center shadow-lift">
          <p className="text-soft">{t('panel.emptyPage')}</p>
          <Button variant="primary" icon={<Plus />} writes onClick={() => actions.addSection(null)}>
            {t('add.section')}
          </Button>
        </div>
      )}
    </div>
  );
}

function WideLayout({ page, site, view, tab, onTab, onGo }: EditorLayoutProps) {
  const { t } = useTranslation('website');
  return (
    <div className="grid min-h-0 grow grid-cols-[15rem_minmax(0,1fr)_20rem] xl:grid-cols-[17rem_minmax(0,1fr)_22rem]">
      <section aria-label={t('outline.title')} className="flex min-h-0 flex-col border-r border-line">
        <Outline />
      </section>
      <div className="min-h-0 bg-sunken p-4">
        <div className="h-full overflow-hidden rounded-control">
          <Preview page={page} site={site} view={view} />
        </div>
      </div>
      <section aria-label={t('panel.title')} className="min-h-0 overflow-y-auto border-l border-line px-4 pb-8">
        <Tabs
          label={t('panel.title')}
          value={tab === null || tab === 'outline' ? 'part' : tab}
          onChange={onTab}
          tabs={[
            { value: 'part', label: t('panel.part'), content: <PartPanel /> },
            { value: 'page', label: t('panel.page'), content: <PageSettingsForm page={page} site={site} /> },
            { value: 'checks', label: t('panel.checks'), content: <ChecksPanel pageId={page.id} onGo={onGo} /> },
          ]}
        />
      </section>
    </div>
  );
}

function PhoneLayout(props: EditorLayoutProps) {
  const { page, site, view, tab, onGo } = props;
  return (
    <>
      <div className="min-h-0 grow bg-sunken">
        <Preview page={page} site={site} view={view} />
      </div>
      {tab !== null && (
        <Sheet {...props} tab={tab}>
          {tab === 'outline' && <Outline />}
          {tab === 'part' && <PartPanel />}
          {tab === 'page' && (
            <>
              <PhoneView {...props} />
              <PageSettingsForm page={page} site={site} />
            </>
          )}
          {tab === 'checks' && <ChecksPanel pageId={page.id} onGo={onGo} />}
        </Sheet>
      )}
      <PhoneBar {...props} />
    </>
  );
}

/** The header of a wide window. */
function PhoneView({ view, onView, onLanguage }: EditorLayoutProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2 border-b border-line pb-4">
      <LanguageSelect onLanguage={onLanguage} />
      <ViewControls view={view} onView={onView} />
    </div>
  );
}

/** The lower part of a phone's window; the preview above it stays in view. */
function Sheet({ tab, onTab, children }: EditorLayoutProps & { tab: PanelTab; children: ReactNode }) {
  const { t } = useTranslation(['website', 'common']);
  const title = t(tab === 'outline' ? 'outline.title' : `panel.${tab}`);
  return (
    <section
      aria-label={title}
      className="flex h-[52dvh] shrink-0 animate-sheet flex-col rounded-t-sheet border-t border-line bg-raised shadow-lift"
    >
      <header className="flex items-center justify-between pl-4">
        <p className="font-semibold">{title}</p>
        <IconButton
          label={t('common:closeNamed', { name: title })}
          icon={<PanelBottomClose aria-hidden />}
          onClick={() => onTab(null)}
        />
      </header>
      {tab === 'outline' ? (
        children
      ) : (
        <div key={tab} className="min-h-0 grow overflow-y-auto overscroll-contain px-4 pt-1 pb-6">
          {children}
        </div>
      )}
    </section>
  );
}

function PhoneBar({ tab, onTab }: EditorLayoutProps) {
  const { t } = useTranslation('website');
  const { rows, actions, selected } = useEditor();
  const items = [
    { tab: 'outline' as const, label: t('outline.title'), icon: <ListTree /> },
    { tab: 'part' as const, label: t('panel.part'), icon: <Pencil /> },
    { tab: 'page' as const, label: t('panel.page'), icon: <Settings2 /> },
    { tab: 'checks' as const, label: t('panel.checks'), icon: <ShieldCheck /> },
  ];
  const itemClass =
    'flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-4 text-soft outline-offset-[-4px] aria-pressed:font-medium aria-pressed:text-accent *:size-5 *:stroke-[1.5]';
  return (
    <div role="toolbar" aria-label={t('panel.title')} className="flex shrink-0 border-t border-line bg-paper pb-safe">
      <button
        type="button"
        className={itemClass}
        onClick={() => actions.addSection(findPart(rows, selected)?.row.id ?? rows.at(-1)?.id ?? null)}
      >
        <SquarePlus aria-hidden />
        <span className="h-auto! w-full! truncate text-center">{t('add.short')}</span>
      </button>
      {items.map((item) => (
        <button
          key={item.tab}
          type="button"
          aria-pressed={tab === item.tab}
          className={itemClass}
          onClick={() => onTab(tab === item.tab ? null : item.tab)}
        >
          {item.icon}
          <span className="h-auto! w-full! truncate text-center">{item.label}</span>
        </button>
      ))}
    </div>
  );
}
