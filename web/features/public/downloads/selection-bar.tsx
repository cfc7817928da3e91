import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { ProofingParts } from '../photos/proofing-parts.ts';
import type { PhotoSelection } from '../photos/use-photo-selection.ts';
import { downloadBytes, downloadSizes, photosInScope } from './download-options.ts';

interface SelectionBarProps {
  page: PublicGallery;
  choice: PhotoSelection;
  /** Null for visitors who cannot choose. */
  parts: ProofingParts | null;
  onDone: () => void;
  onCancel: () => void;
}

/** Bar at the bottom of the window while photos are being selected: their number and actions. */
export function SelectionBar({ page, choice, parts, onDone, onCancel }: SelectionBarProps) {
  const { t } = useTranslation(['downloads', 'common']);
  const format = useFormat();
  const { chosen, toggleAll } = choice;
  const { photos } = page;
  const size = downloadSizes(page.gallery)[0] ?? 'web';
  const bytes = downloadBytes(photosInScope({ what: 'photos', ids: [...chosen] }, photos, []), size);
  useSelectionKeys({ onCancel, onAll: () => toggleAll(0, photos.length) });
  return (
    <section
      aria-label={t('bar.label')}
      className="fixed inset-x-0 bottom-0 z-20 animate-sheet border-t border-line bg-raised pb-safe text-ink shadow-lift print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 md:px-8">
        <output className="font-medium tabular-nums max-sm:basis-full">
          {t('bar.count', { count: chosen.size })}
          {chosen.size > 0 && bytes !== null && (
            <span className="font-normal text-soft">{`, ${format.bytes(bytes)}`}</span>
          )}
        </output>
        <span className="flex flex-wrap gap-2 max-sm:basis-full max-sm:justify-between">
          <Button variant="quiet" onClick={() => toggleAll(0, photos.length)}>
            {t(chosen.size === photos.length ? 'bar.none' : 'bar.all')}
          </Button>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          {parts && <parts.CompareSelection photoIds={[...chosen]} onCompare={onCancel} />}
          <Button variant="primary" disabled={chosen.size === 0} onClick={onDone} className="max-sm:grow">
            {t('start')}
          </Button>
        </span>
      </div>
    </section>
  );
}

/** Escape ends the selection; Ctrl/Cmd+A selects all photos. */
function useSelectionKeys({ onCancel, onAll }: { onCancel: () => void; onAll: () => void }): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('[role="dialog"]')) return;
      if (event.key === 'Escape') onCancel();
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        onAll();
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}
