import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

export interface EditConflictProps {
  /** What somebody else saved while the field was typed in; undefined where nobody did. */
  theirs: string | undefined;
  onTake: () => void;
}

/** Under a field that two people wrote in at once: both texts are there until one is saved. */
export function EditConflict({ theirs, onTake }: EditConflictProps) {
  const { t } = useTranslation('common');
  return (
    <div role="status" className="text-caption empty:hidden">
      {theirs !== undefined && (
        <div className="flex flex-col items-start gap-2 border-l-2 border-warning py-1 pl-3">
          <p className="text-soft">{t('meanwhile.changed')}</p>
          <p className="max-h-40 w-full overflow-y-auto whitespace-pre-wrap wrap-anywhere">
            {theirs || t('meanwhile.emptied')}
          </p>
          <Button type="button" size="small" onClick={onTake}>
            {t('meanwhile.take')}
          </Button>
        </div>
      )}
    </div>
  );
}
