import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useStore } from '#web/lib/sync/store.tsx';
import type { PlanRow, SessionTypeRow } from '../types.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { PlanItem } from './plan-item.tsx';
import { PreviewDialog } from './preview-dialog.tsx';

interface PlansSectionProps {
  type: SessionTypeRow;
}

/** Lists the plans of a session type and opens the preview of its free slots. */
export function PlansSection({ type }: PlansSectionProps) {
  const { t } = useTranslation('scheduling');
  const id = useId();
  const { writable } = useStore();
  const [edited, setEdited] = useState<PlanRow | 'new' | null>(null);
  const [previewed, setPreviewed] = useState<PlanRow | 'all' | null>(null);
  const { plans } = type;
  const add = (
    <Button icon={<Plus />} disabled={!writable} onClick={() => setEdited('new')}>
      {t('plan.new')}
    </Button>
  );
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b border-line pb-3">
        <div>
          <h2 id={id} className="text-lead font-semibold">
            {t('plan.title')}
          </h2>
          <p className="measure text-soft">{t('plan.intro')}</p>
        </div>
        {plans.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {plans.length > 1 && <Button onClick={() => setPreviewed('all')}>{t('preview.all')}</Button>}
            {add}
          </div>
        )}
      </div>
      {plans.length > 0 ? (
        <ul className="divide-y divide-line">
          {plans.map((plan) => (
            <PlanItem key={plan.id} plan={plan} onEdit={() => setEdited(plan)} onPreview={() => setPreviewed(plan)} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t('plan.empty')} action={add}>
          {t('plan.emptyText')}
        </EmptyState>
      )}
      {edited && (
        <PlanDialog
          type={type}
          plan={edited === 'new' ? null : (plans.find(({ id: planId }) => planId === edited.id) ?? edited)}
          onClose={() => setEdited(null)}
        />
      )}
      {previewed && (
        <PreviewDialog type={type} plan={previewed === 'all' ? null : previewed} onClose={() => setPreviewed(null)} />
      )}
    </section>
  );
}
