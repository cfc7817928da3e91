import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/components/ui/checkbox.tsx';

interface ListHeadProps {
  count: number;
  money: boolean;
  /** Null: this person can do nothing with many. */
  all: boolean | 'indeterminate' | null;
  onAll: (on: boolean) => void;
}

/** What stands in the columns; decorative but for choosing all, since each row says it by itself. */
export function ListHead({ count, money, all, onAll }: ListHeadProps) {
  const { t } = useTranslation('customers');
  return (
    <div className="@container border-b border-line text-caption text-soft">
      <div className="flex items-center gap-3 md:px-2">
        {all !== null && <Checkbox label={t('list.selectAll')} hideLabel checked={all} onChange={onAll} />}
        <span className="grow">{t('list.count', { count })}</span>
        <span aria-hidden className="w-1/4 @max-[46rem]:hidden">
          {t('tagsTitle')}
        </span>
        <span aria-hidden className="w-32 shrink-0 text-right @max-md:hidden">
          {t('list.lastSession')}
        </span>
        {money && (
          <span aria-hidden className="w-24 shrink-0 text-right">
            {t('list.balance')}
          </span>
        )}
      </div>
    </div>
  );
}
