import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LoadingPlaceholder } from '#web/components/layout/arriving.tsx';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Combobox } from '#web/components/ui/combobox.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { useAccount } from '#web/lib/accounts.tsx';
import type { PlanRow, SessionTypeRow } from '../scheduling-rows.ts';
import { useStudioRules } from '../use-studio-rules.ts';
import { PreviewDays } from './preview-days.tsx';
import { usePreview } from './use-preview.ts';

const WEEKS = 4;

interface PreviewDialogProps {
  type: SessionTypeRow;
  /** Null for all of them. */
  plan: PlanRow | null;
  booking: string;
  onClose: () => void;
}

/** The times that a client could choose from at this moment. */
export function PreviewDialog({ type, plan, booking, onClose }: PreviewDialogProps) {
  const { t } = useTranslation('scheduling');
  const { timeZone } = useAccount();
  const [zone, setZone] = useState(timeZone);
  const [weeks, setWeeks] = useState(WEEKS);
  // One that is off is shown as it would be.
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
      <NoSlotsReason type={type} plan={plan} booking={booking} />
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

/** Why clients see nothing of it yet. */
function NoSlotsReason({ type, plan, booking }: Pick<PreviewDialogProps, 'type' | 'plan' | 'booking'>) {
  const { t } = useTranslation('scheduling');
  const { booking: rules } = useStudioRules();
  if (type.archivedAt !== null) return <Banner>{t('preview.archived')}</Banner>;
  if (!type.isBookable) return <Banner>{t('preview.notOnline')}</Banner>;
  if (plan && !plan.isActive) return <Banner>{t('preview.off')}</Banner>;
  if (rules.isOpen) return null;
  return <Banner action={<Link to={booking}>{t('preview.open')}</Link>}>{t('preview.closed')}</Banner>;
}

function zoneOptions(own: string) {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(own) ? known : [own, ...known];
  return all.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
