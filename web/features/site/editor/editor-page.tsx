import { useQuery } from '@rocicorp/zero/react';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { rowId } from '#core/domain/values/ids.ts';
import { pageTitle } from '#core/domain/site/pages.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import type { Rename } from '#web/components/layout/editable-title.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useEventCallback } from '#web/lib/browser/use-event-callback.ts';
import { useMedia } from '#web/lib/browser/use-media.ts';
import { newId } from '#web/lib/ids.ts';
import { paths, sitePageHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { GoTo } from '../publish/checks-panel.tsx';
import { PublishButton } from '../publish/publish-button.tsx';
import { type DraftPage, useSite } from '../use-site.ts';
import { type Editor, type EditorActions, EditorProvider, WIDE } from './editor-context.ts';
import { EditorHeader, type View } from './editor-header.tsx';
import { EditorLayout, type PanelTab } from './editor-layout.tsx';
import { insertOp } from './parts.ts';
import { publicPhoto } from './preview-data.ts';
import { SectionChooser } from './section-chooser.tsx';
import { makeSection, type Materials, type Samples, type SectionName } from './sections.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { usePageEditor } from './use-page-editor.ts';
import { usePartNames } from './use-part-names.ts';

/** Photos that new sections choose from. */
const MAX_PHOTOS = 12;

/** Returns what new sections are filled with: the studio's public photos, and texts in its language. */
function useMaterials(): Materials {
  const { language } = useAccount();
  const { i18n } = useTranslation('website', { lng: language });
  const [galleries] = useQuery(queries.site.publicGalleries());
  return useMemo(() => {
    const { samples } = i18n.getResourceBundle(language, 'website') as { samples: Samples };
    const photos = galleries.flatMap(({ id: galleryId, coverPhoto, photos: all }) =>
      [...new Map([coverPhoto, ...all].flatMap((row) => (row ? [[row.id, row]] : []))).values()].flatMap((row) => {
        const photo = publicPhoto(row);
        return photo ? [{ ...photo, galleryId }] : [];
      }),
    );
    return { samples, photos: photos.slice(0, MAX_PHOTOS), galleryId: galleries[0]?.id ?? null, makeId: newId };
  }, [i18n, language, galleries]);
}

/** The editor of a page: outline, preview and fields, in the whole window. */
export function EditorPage() {
  const { t } = useTranslation('website');
  const site = useSite();
  const id = rowId.safeParse(useParams()['pageId']).data;
  return (
    <RecordPage
      record={site.pages.find((page) => page.id === id)}
      isComplete={id === undefined || site.isComplete}
      missing={{ title: t('missing.title'), text: t('missing.text'), back: { to: paths.site, label: t('back') } }}
    >
      {(page) => <PageEditor page={page} site={site} />}
    </RecordPage>
  );
}

interface PageEditorProps {
  page: DraftPage;
  site: ReturnType<typeof useSite>;
}

function PageEditor({ page, site }: PageEditorProps) {
  const { t } = useTranslation('website');
  const { language: studioLanguage } = useAccount();
  const isWide = useMedia(WIDE);
  const { edits, rows, isSaved, canUndo, canRedo } = usePageEditor(page);
  const materials = useMaterials();
  const [language, setLanguage] = useState<Language>(studioLanguage);
  const [selected, setSelected] = useState<string | null>(useLinkedPart());
  const [written, setWritten] = useState<string | null>(null);
  const [tab, setTab] = useState<PanelTab | null>(isWide ? 'part' : null);
  const [adding, setAdding] = useState<{ after: string | null } | null>(null);
  const [said, setSaid] = useState('');
  const [view, setView] = useState<View>({ device: isWide ? 'desktop' : 'phone', scheme: 'light' });
  const { fullName } = usePartNames({ language, studioLanguage });

  const select = useEventCallback((id: string | null) => {
    edits.settle();
    setSelected(id);
    if (id !== null && (isWide || tab !== 'outline')) setTab('part');
  });
  const edit = useEventCallback((id: string) => {
    select(id);
    setTab('part');
    requestAnimationFrame(focusFirstField);
  });
  const onAddSection = useCallback((after: string | null) => setAdding({ after }), []);
  const actions = useEditorActions({ edits, materials, select, onAddSection, say: setSaid, fullName });
  useHistoryKeys(actions);
  const addSection = (name: SectionName) => {
    const row = makeSection(name, materials);
    setAdding(null);
    if (!edits.apply([insertOp(row, null, adding?.after ?? null)])) return;
    select(row.id);
    setSaid(t('said.added', { name: t(`sections.${name}`) }));
  };
  const editor = useMemo<Editor>(
    () => ({ rows, edits, selected, select, written, setWritten, edit, language, studioLanguage, actions }),
    [rows, edits, selected, select, written, edit, language, studioLanguage, actions],
  );
  const navigate = useNavigate();
  const goTo: GoTo = (pageId, partId) =>
    pageId === page.id ? select(partId ?? null) : void navigate(sitePageHref(pageId), { state: { partId } });
  const publish = <PublishButton onGo={goTo} isSmall={!isWide} />;
  const header = { title: page.title, rename: useRename(page), isSaved, canUndo, canRedo, view, publish, isWide };
  return (
    <EditorProvider value={editor}>
      <EditorHeader {...header} onView={setView} onLanguage={setLanguage} />
      <EditorLayout
        page={page}
        site={site}
        view={view}
        onView={setView}
        onLanguage={setLanguage}
        isWide={isWide}
        tab={tab}
        onTab={setTab}
        onGo={goTo}
      />
      {adding && <SectionChooser materials={materials} onChoose={addSection} onClose={() => setAdding(null)} />}
      <output className="sr-only">{said}</output>
    </EditorProvider>
  );
}

/** Returns how the page's title is renamed, in the studio's language. */
function useRename({ id, title }: DraftPage): Rename {
  const { t } = useTranslation('website');
  const mutate = useMutation();
  const request = (to: string) => mutators.pages.update({ id, changes: { title: to }, now: Date.now() });
  return {
    label: t('rename'),
    needed: t('address.noTitle'),
    read: (typed) => (typed.trim() === '' ? null : (pageTitle.safeParse(typed).data ?? null)),
    onRename: (to) => mutate(request(to), { done: t('renamed'), undo: () => request(title) }),
  };
}

/** The part that a check of another page led to. */
function useLinkedPart(): string | null {
  const { state } = useLocation() as { state: { partId?: unknown } | null };
  return rowId.safeParse(state?.partId).data ?? null;
}

function focusFirstField(): void {
  const fields = document.querySelector('[data-edits]');
  fields?.querySelector<HTMLElement>('input, textarea, select, [contenteditable="true"]')?.focus();
}

/**
 * Ctrl/⌘+Z undoes, with Shift redoes; Ctrl+Y too. Also in the fields of a part, whose typing is part of the history.
 * Other text fields and the rich text editor have an undo of their own.
 */
function useHistoryKeys({ undo, redo }: Pick<EditorActions, 'undo' | 'redo'>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if ((key !== 'z' && key !== 'y') || hasOwnHistory(event.target)) return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function hasOwnHistory(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('[role=dialog]')) return true;
  return target.matches('input, textarea') && !target.closest('[data-edits]');
}
