import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { proposalHref } from '#web/lib/paths.ts';
import { ProposalItem } from './list/proposal-item.tsx';
import { NewProposal } from './new-proposal.tsx';
import type { ProposalListRow } from './types.ts';
import type { ProposalFor } from './use-create-proposal.ts';

const MOST = 100;

/** A client's proposals, and a button for a new one. */
export function CustomerProposals({ customerId, name }: { customerId: string; name: string }) {
  const [rows] = useQuery(queries.proposals.ofCustomer({ customerId, limit: MOST }));
  return <Panel rows={rows} to={{ customerId, name }} />;
}

interface LeadProposalsProps {
  lead: {
    readonly id: string;
    readonly name: string;
    readonly preferredDate: string;
    readonly sessionTypeId: string | null;
  };
}

/** A lead's proposals; a new one begins with what the lead has written. */
export function LeadProposals({ lead: { id: leadId, name, preferredDate, sessionTypeId } }: LeadProposalsProps) {
  const [rows] = useQuery(queries.proposals.ofLead({ leadId, limit: MOST }));
  return <Panel rows={rows} to={{ leadId, name, wish: { preferredDate, sessionTypeId } }} />;
}

function Panel({ rows, to }: { rows: readonly ProposalListRow[]; to: ProposalFor }) {
  const { t } = useTranslation('proposals');
  const { role } = useAccount();
  return (
    <PageSection title={t('title')} action={can(role, 'money.write') && <NewProposal to={to} />}>
      {rows.length === 0 ? (
        <p className="measure text-soft">{t('panelEmpty')}</p>
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line border-b border-line">
          {rows.map((proposal) => (
            <ProposalItem key={proposal.id} proposal={proposal} showsClient={false} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

/** Links to the proposal that a session or another order was accepted by; nothing without one. */
export function OrderProposal({ orderId }: { orderId: string }) {
  const { t } = useTranslation('proposals');
  const [proposal] = useQuery(queries.proposals.byId({ id: orderId }));
  if (!proposal) return null;
  return (
    <p className="text-caption text-soft">
      {t('comesFrom')}{' '}
      <Link to={proposalHref(proposal.id)} className="thumb">
        {proposal.title}
      </Link>
    </p>
  );
}
