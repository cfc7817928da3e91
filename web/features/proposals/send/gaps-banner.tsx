import { useTranslation } from 'react-i18next';
import type { ProposalGap } from '#core/domain/payments/proposals.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { GAP_FIELDS } from '../proposal-view.ts';

/** What a proposal lacks to be sent, each with a button that focuses the field. Gaps disappear as they are filled. */
export function GapsBanner({ gaps }: { gaps: readonly ProposalGap[] }) {
  const { t } = useTranslation('proposals');
  const go = (gap: ProposalGap) => {
    const part = document.getElementById(GAP_FIELDS[gap]);
    part?.scrollIntoView({ block: 'center' });
    part?.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true });
  };
  return (
    <Banner tone="warning" title={t('gaps.title')}>
      <span className="flex flex-col items-start gap-2 pt-1">
        {gaps.map((gap) => (
          <Button key={gap} size="small" className="h-auto! py-1.5 text-left" onClick={() => go(gap)}>
            {t(`gaps.${gap}`)}
          </Button>
        ))}
      </span>
    </Banner>
  );
}
