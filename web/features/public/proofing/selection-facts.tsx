import { useTranslation } from 'react-i18next';
import type { ProofingList } from '#core/api/proofing.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { SelectionProgress } from './selection-progress.ts';

/** Returns sentences about a selection: its count with extras and prices, its rules, and its deadline or state. */
export function useSelectionFacts(list: ProofingList, progress: SelectionProgress, zone: string) {
  const { t } = useTranslation('choosing');
  const format = useFormat({ zone, ...(list.extraPrice && { currency: list.extraPrice.currency }) });
  const { count, target, missing, extra } = progress;
  const { includedCount, extraPrice, minCount, dueAt, submittedAt } = list;
  const day = dueAt === null ? '' : format.date(dueAt);
  const total = target === null ? t('progress.count', { count }) : t('progress.of', { count, target });
  const sum =
    extra.count > 0 && includedCount !== null
      ? extraPrice
        ? t('progress.priced', {
            count,
            included: includedCount,
            extra: extra.count,
            price: format.money(extraPrice.amount),
          })
        : t('progress.extra', { count, included: includedCount, extra: extra.count })
      : total;
  const rules = [
    minCount !== null && missing > 0 && t('rules.min', { count: minCount }),
    list.maxCount !== null && list.maxCount !== target && t('rules.max', { count: list.maxCount }),
    includedCount !== null &&
      extra.count === 0 &&
      extraPrice &&
      t('rules.price', { included: includedCount, price: format.money(extraPrice.amount) }),
    list.closed === null && dueAt !== null && t('rules.due', { day }),
  ].filter((rule) => rule !== false && rule !== null);
  return { sum, rules, state: stateText(), amount: extra.amount > 0 ? format.money(extra.amount) : null };

  function stateText(): string | null {
    const sent = submittedAt === null ? '' : format.date(submittedAt);
    if (list.closed === 'submitted') return t('state.submitted', { day: sent });
    if (list.closed === 'locked') return t('state.locked');
    if (list.closed === 'due') return t('state.due', { day });
    return list.round > 0 ? t('state.reopened') : null;
  }
}
