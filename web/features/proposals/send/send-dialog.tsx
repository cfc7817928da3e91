import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ProposalChanges } from '../proposal-values.ts';
import type { ProposalRow } from '../types.ts';

interface SendDialogProps {
  proposal: ProposalRow;
  /** Fields that are saved before it is sent. */
  changes: ProposalChanges;
  /** Saves what is not saved yet; false if that was refused. */
  save: () => Promise<boolean>;
  onClose: () => void;
}

/** Says to whom a proposal goes and what follows, then sends it. */
export function SendDialog({ proposal, changes, save, onClose }: SendDialogProps) {
  const { t } = useTranslation(['proposals', 'common']);
  const format = useFormat();
  const mutate = useMutation();
  const [customerId] = useState(newId);
  const [isSending, setSending] = useState(false);
  const { id, customer, lead } = proposal;
  const { validUntil, holdsSlot } = { ...proposal, ...changes };
  const name = customer?.name ?? lead?.name ?? '';
  const email = customer ? customer.email : (lead?.email ?? '');
  const send = async () => {
    setSending(true);
    const isSaved = await save();
    const isSent = isSaved && (await mutate(sendRequest(id, customerId), { done: t('send.done', { name }) }));
    setSending(false);
    // A refused save shows its error in the form.
    if (isSent || !isSaved) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isSending && onClose()}
      title={t('send.title', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" writes loading={isSending} onClick={() => void send()}>
            {t('send.act')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="wrap-anywhere">{email ? t('send.to', { email }) : t('send.noEmail', { name })}</p>
        <p data-figures className="text-soft">
          {validUntil !== null && t('send.until', { date: format.day(validUntil) })} {holdsSlot && t('send.holds')}
        </p>
        {!customer && <p className="text-soft">{t('send.becomesClient', { name })}</p>}
        <p className="text-soft">{t('send.locked')}</p>
      </div>
    </Dialog>
  );
}

/** @param customerId of the client that a lead becomes */
const sendRequest = (id: string, customerId: string) => mutators.proposals.send({ id, customerId, now: Date.now() });
