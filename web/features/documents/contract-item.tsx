import type { Row as RowOf } from '@rocicorp/zero';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ContractState, contractState } from '#core/domain/contracts/contracts.ts';
import { countSignatures } from '#core/domain/contracts/signatures.ts';
import { fitsStatus } from '#core/domain/messages/messages.ts';
import type { SessionStatus } from '#core/domain/sessions/sessions.ts';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { can } from '#core/domain/studio/roles.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { mutators } from '#core/zero/mutators.ts';
import type { Schema } from '#core/zero/schema.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Tag, type Tone } from '#web/components/ui/feedback/tag.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useApiData } from '#web/lib/api/use-api-data.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { ContractDialog } from './contract-dialog.tsx';
import { ContractGaps } from './contract-gaps.tsx';
import { DocumentItem } from './document-item.tsx';
import { useSendContract, useTemplateGaps } from './use-send-contract.tsx';

type Signer = RowOf<Schema['tables']['contractSigners']> & { contact?: { name: string } | undefined };
type ContractRow = RowOf<Schema['tables']['contracts']> & { signers: readonly Signer[] };

interface ContractItemProps {
  contract: ContractRow;
  session: {
    id: string;
    status: SessionStatus;
    customerId: string | null;
    customer?: { name: string; language: Language | null } | undefined;
    photographerId: string | null;
    date: number;
    duration: number;
  };
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
  const isMoved =
    status !== 'withdrawn' &&
    signedDate !== null &&
    (signedDate !== session.date || signedDuration !== session.duration);
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
  const { send, replace, refusal } = useSendContract(session);
  const isPartlySigned = status === 'sent' && signedDate !== null;
  const hasChanged = status !== 'withdrawn' && (isMoved || contract.priceChanged);
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
              resend: fitsStatus('contract_to_sign', session.status)
                ? () => mutators.contracts.resend({ id, now: Date.now() })
                : null,
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
        hasChanged && (
          <Button
            size="small"
            writes
            onClick={() => (isPartlySigned ? replace({ ...contract, templateId }) : send(templateId))}
          >
            {t('session.newVersion')}
          </Button>
        )
      }
    >
      <p className="text-caption text-soft wrap-anywhere">{history}</p>
      {status === 'sent' && <Signers signers={contract.signers} client={session.customer?.name ?? ''} />}
      {mayWrite && <ContractGaps gaps={gaps} templateId={templateId} customerId={session.customerId} />}
      {mayWrite && mayRead && status === 'sent' && !isPartlySigned && (
        <SentGaps
          contract={contract}
          customerId={session.customerId}
          onReplace={templateId === null ? null : () => replace({ ...contract, templateId })}
        />
      )}
      {isMoved && (
        <Banner tone="warning">{t('session.differsTime', { signed: day(signedDate), now: day(session.date) })}</Banner>
      )}
      {!isMoved && hasChanged && <Banner tone="warning">{t('session.differsPrice')}</Banner>}
      {refusal}
      {isOpen && <ContractDialog contract={contract} onClose={() => setOpen(false)} />}
    </DocumentItem>
  );
}

/** Who of several people has signed. */
function Signers({ signers, client }: { signers: readonly Signer[]; client: string }) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  if (signers.length < 2) return null;
  return (
    <ul className="flex flex-col text-caption text-soft">
      {signers.map(({ id, signedAt, signerName, contact }) => {
        const name = signerName || contact?.name || client;
        return (
          <li key={id} className="wrap-anywhere">
            {signedAt === null
              ? t('session.signerOpen', { name })
              : t('session.signerSigned', { name, date: format.span({ start: signedAt }) })}
          </li>
        );
      })}
    </ul>
  );
}

interface SentGapsProps {
  contract: ContractRow;
  customerId: string | null;
  /** Sends the template's present text instead; null without a template. */
  onReplace: (() => void) | null;
}

/** What a contract lacks that was sent and cannot be signed, and the button that replaces it. */
function SentGaps({ contract: { id, templateId, updatedAt }, customerId, onReplace }: SentGapsProps) {
  const { t } = useTranslation('documents');
  const api = useApi();
  // One that was just sent has no gaps, and may not be on the server yet.
  const [isOlder] = useState(() => updatedAt < Date.now() - MINUTE_MS);
  const load = useCallback(
    async () => (isOlder ? api.contracts.show({ params: { contractId: id } }) : null),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a change of the contract loads it again
    [api, id, isOlder, updatedAt],
  );
  const { data } = useApiData(load);
  const gaps = data?.evidence.gaps ?? [];
  if (gaps.length === 0) return null;
  return (
    <>
      <ContractGaps gaps={gaps} title={t('gaps.sent')} templateId={templateId} customerId={customerId} />
      {onReplace && (
        <div>
          <Button size="small" writes onClick={onReplace}>
            {t('session.replace')}
          </Button>
        </div>
      )}
    </>
  );
}

const TONES: Readonly<Record<ContractState, Tone>> = {
  draft: 'warning',
  sent: 'warning',
  partlySigned: 'warning',
  toCountersign: 'accent',
  signed: 'success',
  signedByBoth: 'success',
  withdrawn: 'neutral',
};

function State({ contract }: { contract: ContractRow }) {
  const { t } = useTranslation('documents');
  const state = contractState(contract);
  const count = countSignatures(contract.signers);
  const label = state === 'partlySigned' ? count && t('state.partlySigned', { ...count }) : t(`state.${state}`);
  return <Tag tone={TONES[state]}>{label}</Tag>;
}
