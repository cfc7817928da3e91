import type { Row as RowOf } from '@rocicorp/zero';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { can } from '#core/domain/studio/roles.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { Schema } from '#core/zero/schema.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { newId } from '#web/lib/ids.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ContractDialog } from './contract-dialog.tsx';
import { DocumentItem } from './document-item.tsx';

type ContractRow = RowOf<Schema['tables']['contracts']>;

interface ContractItemProps {
  contract: ContractRow;
  session: { id: string; photographerId: string | null; date: number; duration: number };
}

/** A contract of a session: its state, what differs from the session by now, and what can be done. */
export function ContractItem({ contract, session }: ContractItemProps) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const mutate = useMutation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { id, title, status, templateId, signedAt, signedDate, signedDuration, signerName } = contract;
  const mayWrite = can(role, 'sessions.write');
  const mayRead = canSeeMoneyOf({ role, userId: signedIn?.user.id ?? '' }, session);
  const isMoved = signedDate !== null && (signedDate !== session.date || signedDuration !== session.duration);
  const day = (at: number) => format.span({ start: at });
  const history =
    signedAt !== null
      ? signerName
        ? t('session.signedOn', { date: day(signedAt), name: signerName })
        : t('session.signedErased', { date: day(signedAt) })
      : contract.openedAt !== null
        ? t('session.openedOn', { date: day(contract.openedAt) })
        : t('session.sentOn', { date: day(contract.sentAt) });
  const sendAgain = () => {
    if (templateId === null) return;
    const args = { id: newId(), sessionId: session.id, templateId, now: Date.now() };
    void mutate(mutators.contracts.send(args), { done: t('session.sent') });
  };
  return (
    <DocumentItem
      title={title}
      state={<State contract={contract} />}
      before={
        mayRead && (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('session.view')}
          </Button>
        )
      }
      pending={
        mayWrite && status === 'sent'
          ? {
              resend: () => mutators.contracts.resend({ id, now: Date.now() }),
              remove: () => mutators.contracts.withdraw({ id, now: Date.now() }),
              removeLabel: t('session.withdraw'),
              removed: t('session.withdrawnDone'),
            }
          : null
      }
      after={
        mayWrite &&
        templateId !== null &&
        (isMoved || contract.priceChanged) && (
          <Button size="small" writes onClick={sendAgain}>
            {t('session.newVersion')}
          </Button>
        )
      }
    >
      <p className="text-caption text-soft wrap-anywhere">{history}</p>
      {isMoved && (
        <Banner tone="warning">{t('session.differsTime', { signed: day(signedDate), now: day(session.date) })}</Banner>
      )}
      {!isMoved && contract.priceChanged && <Banner tone="warning">{t('session.differsPrice')}</Banner>}
      {isOpen && <ContractDialog contract={contract} onClose={() => setOpen(false)} />}
    </DocumentItem>
  );
}

function State({ contract: { status, needsCountersignature, countersignedAt } }: { contract: ContractRow }) {
  const { t } = useTranslation('documents');
  if (status === 'withdrawn') return <Tag>{t('session.withdrawn')}</Tag>;
  if (status === 'sent') return <Tag tone="warning">{t('session.waiting')}</Tag>;
  if (countersignedAt !== null) return <Tag tone="success">{t('session.both')}</Tag>;
  if (needsCountersignature) return <Tag tone="accent">{t('session.toCountersign')}</Tag>;
  return <Tag tone="success">{t('session.signed')}</Tag>;
}
