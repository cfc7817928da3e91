import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import type { Choosing } from './choosing-store.ts';
import { useChoosing } from './use-choosing.ts';

/** Says what the server has refused, and why. The refused change is already taken back. */
export function ProblemNote({ choosing }: { choosing: Choosing }) {
  const { t } = useTranslation('errors');
  const { problem, view } = useChoosing(choosing);
  if (!problem) return null;
  const max = view?.lists.find(({ id }) => id === problem.listId)?.maxCount ?? 0;
  return (
    <Banner tone="danger" onDismiss={() => choosing.proofing.dismissProblem()}>
      {t(problem.code as 'selection_full', { max, defaultValue: t('unknown') })}
    </Banner>
  );
}
