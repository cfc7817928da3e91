import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Combobox } from '#web/components/ui/inputs/combobox.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTypeStates } from '#web/lib/sessions/use-type-states.ts';
import type { PlanRow, SessionTypeRow } from '../types.ts';
import { type PreviewDay, usePreview } from './use-preview.ts';

interface PreviewDaysProps {
  days: readonly PreviewDay[];
  zone: string;
  /** True to show the number of seats left. */
  isGroup: boolean;
}

function PreviewDays({ days, zone, isGroup }: PreviewDaysProps) {
  const { t } = useTranslation('scheduling');
  const format = useFormat({ zone });
  return (
    <ul aria-label={t('preview.times')} className="flex flex-col divide-y divide-line border-y border-line">
      {days.map(({ date, slots }) => (
        <li key={date} className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[9rem_1fr]">
          <span data-figures className="font-medium first-letter:uppercase">
            {/* Format the date as clients see it: the studio's date format is for the team only. */}
            {format.date(slots[0]!.start, undefined, 'auto')}
          </span>
          <ul className="flex flex-wrap gap-2">
            {slots.map(({ start, seatsLeft }) => (
              <li key={start} data-figures className="rounded-control border border-edge bg-raised px-3 py-1">
                {format.time(start)}
                {isGroup && (
                  <span className="text-caption text-soft">{` · ${t('preview.seats', { count: seatsLeft })}`}</span>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const WEEKS = 4;

interface PreviewDialogProps {
  type: SessionTypeRow;
  /** Null for all plans of the type. */
  plan: PlanRow | null;
  onClose: () => void;
}

/** Lists the slots that a client could choose now. */
export function PreviewDialog({ type, plan, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('scheduling');
  const { timeZone } = useAccount();
  const [zone, setZone] = useState(timeZone);
  const [weeks, setWeeks] = useState(WEEKS);
  // Treat an inactive plan as active, to preview it.
  const plans = useMemo(() => (plan ? [{ ...plan, isActive: true }] : type.plans), [plan, type.plans]);
  const preview = usePreview(type, plans, weeks, zone);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title={t('preview.title', { name: type.name })}
      description={t('preview.intro')}
    >
      <NoSlotsReason type={type} plan={plan} />
      <Field label={t('preview.zone')} hint={t('preview.zoneHint')}>
        <Combobox options={zoneOptions(timeZone)} value={zone} onChange={(next) => setZone(next ?? timeZone)} />
      </Field>
      {!preview.isKnown ? (
        <LoadingPlaceholder className="h-40" />
      ) : preview.days.length > 0 ? (
        <PreviewDays days={preview.days} zone={zone} isGroup={type.maxClients > 1} />
      ) : (
        <p className="text-soft">{t('preview.none', { count: weeks })}</p>
      )}
      {preview.hasMore && (
        <Button className="self-start" onClick={() => setWeeks(weeks + WEEKS)}>
          {t('preview.more')}
        </Button>
      )}
    </Dialog>
  );
}

/** Explains why clients see no slots. */
function NoSlotsReason({ type, plan }: Pick<PreviewDialogProps, 'type' | 'plan'>) {
  const { t } = useTranslation('scheduling');
  const { types } = useTypeStates();
  const state = types.find((one) => one.type.id === type.id)?.state;
  if (state?.state === 'archived') return <Banner>{t('preview.archived')}</Banner>;
  if (state?.state === 'closed' && state.why === 'notOffered') return <Banner>{t('preview.notOnline')}</Banner>;
  if (plan && !plan.isActive) return <Banner>{t('preview.off')}</Banner>;
  if (state?.state !== 'closed') return null;
  const open = (
    <Link to={paths.booking} className="thumb">
      {t('preview.open')}
    </Link>
  );
  return <Banner action={open}>{t('preview.closed')}</Banner>;
}

function zoneOptions(own: string) {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(own) ? known : [own, ...known];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
