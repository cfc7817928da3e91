import { Bookmark, RotateCw, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/roles.ts';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import { useStore } from '#web/lib/store.tsx';
import type { PhotoRow } from './photo-rows.ts';
import type { PhotoActs } from './use-photo-acts.ts';

interface BulkBarProps {
  selected: readonly PhotoRow[];
  acts: PhotoActs;
  onClear: () => void;
}

/** What to do with the ticked photos; stands where the eye is while scrolling. */
export function BulkBar({ selected, acts, onClear }: BulkBarProps) {
  const { t } = useTranslation('photos');
  const { role } = useAccount();
  const { writable } = useStore();
  const [first] = selected;
  const failed = selected.filter(({ status }) => status === 'failed').map(({ id }) => id);
  const remove = async () => {
    if (await acts.trash(selected.map(({ id }) => id))) onClear();
  };
  return (
    <div
      role="toolbar"
      aria-label={t('bulk')}
      className="sticky top-2 z-20 flex min-h-14 flex-wrap items-center gap-2 rounded-control border border-line bg-raised py-1 pr-2 pl-1 shadow-lift"
    >
      <IconButton label={t('clear')} icon={<X aria-hidden />} onClick={onClear} />
      <output data-figures className="grow font-medium">
        {t('selected', { count: selected.length })}
      </output>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:pb-1 max-sm:pl-1">
        {failed.length > 0 && (
          <Button size="small" icon={<RotateCw />} disabled={!writable} onClick={() => void acts.retry(failed)}>
            {t('retry')}
          </Button>
        )}
        {selected.length === 1 && first?.status === 'ready' && can(role, 'galleries.write') && (
          <Button size="small" icon={<Bookmark />} disabled={!writable} onClick={() => void acts.setCover(first.id)}>
            {t('setCover')}
          </Button>
        )}
        {can(role, 'photos.delete') && (
          <Button size="small" variant="danger" icon={<Trash2 />} disabled={!writable} onClick={() => void remove()}>
            {t('delete')}
          </Button>
        )}
      </div>
    </div>
  );
}
