import type { Row as RowOf } from '@rocicorp/zero';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContractState, contractState } from '#core/domain/contracts/contracts.ts';
import { can } from '#core/domain/studio/roles.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { Schema } from '#core/zero/schema.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { ContractGaps } from './contract-gaps.tsx';
import { DocumentItem } from './document-item.tsx';
import { useSendContract, useTemplateGaps } from './use-send-contract.tsx';

type ContractRow = RowOf<Schema['tables']['contracts']>;

interface ContractItemProps {
  contract: ContractRow;
  session: { id: string; customerId: string | null; photographerId: string | null; date: number; duration: number };
}

/** A contract of a session: its state, what differs from the session by now, and what can be done. */
export function ContractItem({ contract, session }: ContractItemProps) {
  const { t } = useTranslation('documents');
  const { role } = useAccount();
  const { session: signedIn } = useAuth();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { id, title, status, templateId, signedAt, signedDate, signedDuration, signerName } = contract;
  const mayWrite = can(role, 'sessions.write');
  const mayRead = canSeeMoneyOf({ role, userId: signedIn?.user.id ?? '' }, session);
  const gaps = useTemplateGaps(status === 'draft' ? contract : null, session.id);
  const isMoved = signedDate !== null && (signedDate !== session.date || signedDuration !== session.duration);
  const day = (at: number) => format.span({ start: at });
  const history =
    signedAt !== null
      ? signerName
        ? t('session.signedOn', { date: day(signedAt), name: signerName })
        : t('session.signedErased', { date: day(signedAt) })
      : contract.openedAt !== null
        ? t('session.openedOn', { date: day(contract.openedAt) })
        : status === 'draft'
          ? t('session.draftText')
          : t('session.sentOn', { date: day(contract.sentAt) });
  const { send, refusal } = useSendContract(session);
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
        mayWrite && (status === 'sent' || (status === 'draft' && gaps.length === 0))
          ? {
              resend: () => mutators.contracts.resend({ id, now: Date.now() }),
              remove: () => mutators.contracts.withdraw({ id, now: Date.now() }),
              removeLabel: t('session.withdraw'),
              removed: t('session.withdrawnDone'),
              isFirst: status === 'draft',
            }
          : null
      }
      after={
        mayWrite &&
        templateId !== null &&
        (isMoved || contract.priceChanged) && (
          <Button size="small" writes onClick={() => send(templateId)}>
            {t('session.newVersion')}
          </Button>
        )
      }
    >
      <p className="text-caption text-soft wrap-anywhere">{history}</p>
      {mayWrite && <ContractGaps gaps={gaps} templateId={templateId} customerId={session.customerId} />}
      {isMoved && (
        <Banner tone="warning">{t('session.differsTime', { signed: day(signedDate), now: day(session.date) })}</Banner>
      )}
      {!isMoved && contract.priceChanged && <Banner tone="warning">{t('session.differsPrice')}</Banner>}
      {refusal}
      {isOpen && <ContractDialog contract={contract} onClose={() => setOpen(false)} />}
    </DocumentItem>
  );
}

const TONES: Readonly<Record<ContractState, Tone>> = {
  draft: 'warning',
  sent: 'warning',
  toCountersign: 'accent',
  signed: 'success',
  signedByBoth: 'success',
  withdrawn: 'neutral',
};

function State({ contract }: { contract: ContractRow }) {
  const { t } = useTranslation('documents');
  const state = contractState(contract);
  return <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>;
}
