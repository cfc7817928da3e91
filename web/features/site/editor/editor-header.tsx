import { ArrowLeft, CloudOff, Laptop, Moon, Redo2, Smartphone, Sun, Tablet, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Language, LANGUAGES } from '#core/domain/values/languages.ts';
import type { Scheme } from '#core/domain/branding/theme.ts';
import type { Rename } from '#web/components/layout/editable-title.tsx';
import { PageTitle } from '#web/components/layout/page-header.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { SegmentedControl } from '#web/components/ui/inputs/segmented-control.tsx';
import { Select } from '#web/components/ui/inputs/select.tsx';
import { paths } from '#web/lib/paths.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { useEditor } from './editor-context.ts';

/** Widths of the window that the preview plays, in pixels. */
export const WIDTHS = { phone: 390, tablet: 768, desktop: 1280 } as const;
export type Device = keyof typeof WIDTHS;

const DEVICE_ICONS = { phone: <Smartphone />, tablet: <Tablet />, desktop: <Laptop /> } as const;

export interface View {
  device: Device;
  scheme: Scheme;
}

interface EditorHeaderProps {
  title: string;
  rename: Rename;
  isSaved: boolean;
  canUndo: boolean;
  canRedo: boolean;
  view: View;
  onView: (view: View) => void;
  onLanguage: (language: Language) => void;
  /** The button that publishes. */
  publish: ReactNode;
  isWide: boolean;
}

/** The bar of the editor: way back, page, view, language, undo, publication. */
export function EditorHeader({
  title,
  rename,
  view,
  onView,
  onLanguage,
  publish,
  isWide,
  ...state
}: EditorHeaderProps) {
  const { t } = useTranslation('website');
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line px-2 md:px-3">
      <Link
        to={paths.site}
        aria-label={t('back')}
        title={t('back')}
        className="inline-flex size-control shrink-0 items-center justify-center rounded-full text-ink hover:bg-hover *:size-5 *:stroke-[1.5]"
      >
        <ArrowLeft aria-hidden />
      </Link>
      <div className="min-w-0 grow basis-0">
        <PageTitle title={title} rename={rename} className="truncate text-text font-semibold" />
        <SaveState isSaved={state.isSaved} />
      </div>
      {isWide && <ViewControls view={view} onView={onView} />}
      <div className="flex grow basis-0 items-center justify-end gap-1">
        {isWide && <LanguageSelect onLanguage={onLanguage} />}
        <History {...state} />
        {publish}
      </div>
    </header>
  );
}

function SaveState({ isSaved }: { isSaved: boolean }) {
  const { t } = useTranslation('website');
  const writable = useWritable();
  return (
    <output className="flex items-center gap-1 truncate text-caption text-soft">
      {!writable && <CloudOff aria-hidden className="size-3.5 shrink-0" />}
      {t(isSaved ? 'saved' : writable ? 'saving' : 'notSaved')}
    </output>
  );
}

/** Width and theme of the preview. */
export function ViewControls({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('website');
  const isDark = view.scheme === 'dark';
  return (
    <div className="flex items-center gap-1">
      <SegmentedControl
        label={t('preview.width')}
        value={view.device}
        onChange={(device) => onView({ ...view, device })}
        options={(Object.keys(WIDTHS) as Device[]).map((device) => ({
          value: device,
          label: t(`preview.${device}`),
          icon: DEVICE_ICONS[device],
        }))}
      />
      <IconButton
        label={t(isDark ? 'preview.light' : 'preview.dark')}
        icon={isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
        onClick={() => onView({ ...view, scheme: isDark ? 'light' : 'dark' })}
      />
    </div>
  );
}

/** The language of the texts that are edited; those of the page without a translation are marked. */
export function LanguageSelect({ onLanguage }: Pick<EditorHeaderProps, 'onLanguage'>) {
  const { t } = useTranslation(['website', 'common']);
  const { language, studioLanguage } = useEditor();
  const options = [studioLanguage, ...LANGUAGES.filter((one) => one !== studioLanguage)].map((one) => ({
    value: one,
    label: t(`common:languages.${one}`),
  }));
  return (
    <Select
      aria-label={t('language.label')}
      value={language}
      onChange={(event) => onLanguage(event.target.value as Language)}
      options={options}
      className="w-32"
    />
  );
}

function History({ canUndo, canRedo }: Pick<EditorHeaderProps, 'canUndo' | 'canRedo'>) {
  const { t } = useTranslation(['website', 'common']);
  const { actions } = useEditor();
  return (
    <>
      <IconButton
        label={t('common:undo')}
        aria-keyshortcuts="Control+Z Meta+Z"
        icon={<Undo2 aria-hidden />}
        writes
        disabled={!canUndo}
        onClick={actions.undo}
      />
      <IconButton
        label={t('redo')}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        icon={<Redo2 aria-hidden />}
        writes
        disabled={!canRedo}
        onClick={actions.redo}
      />
    </>
  );
}
