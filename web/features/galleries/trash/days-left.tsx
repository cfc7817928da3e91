import { useTranslation } from 'react-i18next';
import { Tag } from '#web/components/ui/tag.tsx';
import { useNow } from '#web/lib/use-now.ts';
import { daysLeft } from './trash-groups.ts';

/** Days below which it is worth a warning colour. */
const SOON = 4;

export function DaysLeft({ deletedAt }: { deletedAt: number }) {
  const { t } = useTranslation('trash');
  const left = daysLeft(deletedAt, useNow());
  return <Tag tone={left < SOON ? 'warning' : 'neutral'}>{left > 0 ? t('left', { count: left }) : t('leftNone')}</Tag>;
}
