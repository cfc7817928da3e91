import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis, Pencil, Plus, Power, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queries } from '#core/zero/queries.ts';
import { EmptyState } from '#web/components/ui/feedback/empty-state.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, IconButton } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import type { PlanRow, SessionTypeRow } from '../types.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { usePlanLabels } from './plan-labels.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { usePlanActions } from './use-plan-actions.ts';

interface PlansSectionProps {
  type: SessionTypeRow;
}

/** Lists the plans of a session type and opens the preview of its free slots. */
export function PlansSection({ type }: PlansSectionProps) {
  const { t } = useTranslation('scheduling');
  const id = useId();
  const [edited, setEdited] = useState<PlanRow | 'new' | null>(null);
  const [previewed, setPreviewed] = useState<PlanRow | 'all' | null>(null);
  const { plans } = type;
  const add = (
    <Button icon={<Plus />} writes onClick={() => setEdited('new')}>
      {t('plan.new')}
    </Button>
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
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

interface PlanItemProps {
  plan: PlanRow;
  onEdit: () => void;
  onPreview: () => void;
}

function PlanItem({ plan, onEdit, onPreview }: PlanItemProps) {
  const { t } = useTranslation(['scheduling', 'common']);
  const format = useFormat();
  const { setActive, remove } = usePlanActions();
  const { timesOf, datesOf } = usePlanLabels();
  const [locations] = useQuery(queries.locations.list());
  const location = locations.find(({ id }) => id === plan.locationId)?.name ?? plan.location;
  const facts = [
    location,
    t('plan.bookings', { count: plan.maxBookingsPerDay }),
    plan.bufferTime > 0 && t('plan.bufferOf', { length: format.duration(plan.bufferTime) }),
  ];
  return (
    <li aria-label={plan.name} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="font-medium wrap-anywhere">{plan.name}</span>
          <Tag tone={plan.isActive ? 'success' : 'neutral'}>{t(plan.isActive ? 'plan.on' : 'plan.off')}</Tag>
        </p>
        <p data-figures>{timesOf(plan)}</p>
        <p data-figures className="text-caption text-soft">
          {datesOf(plan)}
        </p>
        <p className="text-caption text-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex items-center gap-1">
        <Button size="small" onClick={onPreview}>
          {t('preview.act')}
        </Button>
        <Menu
          trigger={<IconButton label={t('common:moreFor', { name: plan.name })} icon={<Ellipsis aria-hidden />} />}
          groups={[
            {
              items: [
                { label: t('plan.edit'), icon: <Pencil />, writes: true, onSelect: onEdit },
                {
                  label: t(plan.isActive ? 'plan.turnOff' : 'plan.turnOn'),
                  icon: <Power />,
                  writes: true,
                  onSelect: () => void setActive(plan, !plan.isActive),
                },
                {
                  label: t('plan.remove'),
                  icon: <Trash2 />,
                  writes: true,
                  onSelect: () => void remove(plan),
                },
              ],
            },
          ]}
        />
      </div>
    </li>
  );
}
