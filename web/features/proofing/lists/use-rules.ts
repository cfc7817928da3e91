import { useTranslation } from 'react-i18next';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { ListRow } from '../types.ts';

/**
 * Returns the rules of a selection in words; none for favourites.
 * @param extraPrice minor units; null for none, or for members without access to money
 */
export function useRules(list: ListRow, extraPrice: number | null, now: number): string[] {
  const { t } = useTranslation('proofing');
  const format = useFormat();
  if (list.kind !== 'selection') return [];
  const { minCount: min, maxCount: max, includedCount, dueAt } = list;
  const number = (value: number | null) => format.number(value ?? 0);
  const count = () => {
    if (min === null && max === null) return t('rules.any');
    if (min === max) return t('rules.exactly', { max: number(max) });
    if (min === null) return t('rules.max', { max: number(max) });
    if (max === null) return t('rules.min', { min: number(min) });
    return t('rules.between', { min: number(min), max: number(max) });
  };
  const included = number(includedCount);
  const date = format.date(dueAt ?? 0, now);
  const due = list.allowAfterDue ? 'rules.dueLoose' : (dueAt ?? 0) <= now ? 'rules.wasDue' : 'rules.due';
  return [
    count(),
    ...(includedCount === null
      ? []
      : [
          extraPrice === null
            ? t('rules.included', { included })
            : t('rules.extra', { included, price: format.money(extraPrice) }),
        ]),
    ...(dueAt === null ? [] : [t(due, { date })]),
  ];
}
