import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';

interface NotesConflictProps {
  theirs: string;
  /** Whether what is kept could be stored now. */
  writable: boolean;
  onKeepBoth: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else has written meanwhile: both texts are there, and one act makes one of them. */
export function NotesConflict({ theirs, writable, onKeepBoth, onKeepMine, onTakeTheirs }: NotesConflictProps) {
  const { t } = useTranslation('notes');
  return (
    <Banner tone="warning" title={t('changed')}>
      <p>{t('changedText')}</p>
      <blockquote className="my-3 max-h-48 overflow-y-auto border-l-2 border-edge pl-3 whitespace-pre-wrap wrap-anywhere text-ink">
        {theirs || t('emptied')}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onKeepBoth}>
          {t('keepBoth')}
        </Button>
        <Button size="small" disabled={!writable} onClick={onKeepMine}>
          {t('keepMine')}
        </Button>
        <Button size="small" onClick={onTakeTheirs}>
          {t('takeTheirs')}
        </Button>
      </div>
    </Banner>
  );
}
