import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofingList, ProofingView } from '#core/api/proofing.ts';
import type { ToldRight } from '#core/domain/payments/withdrawal-terms.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { Textarea, TextInput } from '#web/components/ui/inputs/text-input.tsx';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { useGuestName } from '../shell/guest-name.ts';
import { WithdrawalTerms } from '../shell/order-lines.tsx';
import { PublicDialog } from '../shell/public-dialog.tsx';
import type { Choosing } from './choosing-store.ts';
import { useSelectionFacts } from './selection-facts.tsx';
import { selectionProgress } from './selection-progress.ts';
import { useChoosing } from './use-choosing.ts';

/** Extra photos are ordered beside their session, and withdrawn from alike whatever it is. */
const EXTRAS_RIGHTS: readonly ToldRight[] = [{ right: 'service', titles: [] }];

interface SubmitDialogProps {
  choosing: Choosing;
  studio: string;
  zone: string;
  onOpenChange: (open: boolean) => void;
}

/** Sums up the selection before it is sent, and sends it. Mounted while it is open. */
export function SubmitDialog({ choosing, ...rest }: SubmitDialogProps) {
  const { list, view } = useChoosing(choosing);
  if (!view || list?.kind !== 'selection') return null;
  return <Summary {...{ choosing, list, view }} {...rest} />;
}

type SummaryProps = SubmitDialogProps & { list: ProofingList; view: ProofingView };

function Summary({ choosing, list, view, studio, zone, onOpenChange }: SummaryProps) {
  const { t } = useTranslation(['choosing', 'common', 'public']);
  const failureText = useFailureText();
  const { waiting } = useChoosing(choosing);
  const progress = selectionProgress(view, list);
  const { sum, rules, amount } = useSelectionFacts(list, progress, zone);
  const [typedName, setName] = useGuestName(choosing.galleryId);
  const name = view.person?.name || typedName;
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [nameMissing, setNameMissing] = useState(false);
  const asksName = !view.person?.name;
  const isSent = list.closed === 'submitted';
  const send = async () => {
    const given = name.trim();
    setNameMissing(!given);
    if (!given) return;
    setBusy(true);
    setFailure(null);
    try {
      if (asksName) await choosing.proofing.saveDetails({ name: given, email: view.person?.email ?? '' });
      await choosing.proofing.submit(list.id, list.version, note);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const isChanged = isFailure(failure, 'selection_changed');
  if (isSent) {
    return (
      <PublicDialog
        open
        onOpenChange={onOpenChange}
        title={t('submit.done')}
        description={t('submit.doneText', { studio })}
        footer={
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t('common:close')}
          </Button>
        }
      />
    );
  }
  return (
    <PublicDialog
      open
      onOpenChange={onOpenChange}
      title={t('submit.title', { list: list.name })}
      description={t('submit.text', { studio })}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={progress.missing > 0 || waiting > 0}
            onClick={() => void send()}
          >
            {t(amount === null ? 'submit.open' : 'public:orderButton')}
          </Button>
        </>
      }
    >
      <div className="rounded-control bg-sunken px-4 py-3">
        <p className="text-lead font-semibold tabular-nums">{sum}</p>
        {amount !== null && <p>{t('submit.amount', { amount })}</p>}
        {rules.length > 0 && <p className="text-caption text-soft">{rules.join(' · ')}</p>}
      </div>
      {amount !== null && <WithdrawalTerms rights={EXTRAS_RIGHTS} studio={studio} />}
      {progress.missing > 0 && <Banner tone="warning">{t('submit.missing', { count: progress.missing })}</Banner>}
      {waiting > 0 && <Banner tone="warning">{t('submit.waiting', { count: waiting })}</Banner>}
      {failure !== null && <Banner tone="danger">{isChanged ? t('submit.changed') : failureText(failure)}</Banner>}
      {asksName && (
        <Field label={t('name.label')} error={nameMissing ? t('name.missing') : undefined}>
          <TextInput
            value={name}
            onChange={(event) => setName(event.target.value)}
            autoComplete="name"
            maxLength={120}
          />
        </Field>
      )}
      <Field label={t('submit.note')} hint={t('submit.noteHint')} optional>
        <Textarea value={note} onChange={(event) => setNote(event.target.value)} maxLength={2000} />
      </Field>
    </PublicDialog>
  );
}
