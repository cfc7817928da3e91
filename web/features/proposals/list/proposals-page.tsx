import { useQuery } from '@rocicorp/zero/react';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PROPOSAL_STATUSES } from '#core/domain/payments/proposals.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { CatalogPage, CatalogRow, CatalogRows } from '#web/components/layout/catalog-page.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Tabs } from '#web/components/ui/lists/tabs.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { proposalHref } from '#web/lib/paths.ts';
import { choiceParam, useViewParams, viewParams } from '#web/lib/view-params.ts';
import { NewProposal } from '../new-proposal.tsx';
import { priceRange } from '../proposal-view.ts';
import { useCreateProposal } from '../use-create-proposal.ts';
import { ProposalItem } from './proposal-item.tsx';

const SHOWN = ['open', 'accepted', 'declined', 'templates'] as const;
const VIEW = viewParams({ show: choiceParam('show', SHOWN, 'open') });

const STATUSES = { open: ['draft', 'proposed'], accepted: ['accepted'], declined: ['declined'] } as const;

/** Proposals by state, and the templates. */
export function ProposalsPage({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('proposals');
  const { role } = useAccount();
  const [{ show }, change] = useViewParams(VIEW);
  const [[any], anyResult] = useQuery(queries.proposals.list({ statuses: [...PROPOSAL_STATUSES], limit: 1 }));
  const [templates, templatesResult] = useQuery(queries.proposals.templates());
  const { createTemplate } = useCreateProposal();
  const mayWrite = can(role, 'money.write');
  const isTemplates = show === 'templates';
  const create = isTemplates ? (
    <Button variant="primary" icon={<Plus />} writes onClick={() => void createTemplate()}>
      {t('templates.new')}
    </Button>
  ) : (
    <NewProposal isPrimary />
  );
  return (
    <CatalogPage
      title={t('title')}
      tabs={tabs}
      label={t('title')}
      create={mayWrite && create}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      isEmpty={!any && templates.length === 0}
      isComplete={anyResult.type === 'complete' && templatesResult.type === 'complete'}
    >
      <Tabs
        label={t('show')}
        value={show}
        onChange={(next) => change({ show: next })}
        tabs={SHOWN.map((value) => ({
          value,
          label: t(`shown.${value}`),
          content:
            value === 'templates' ? <Templates /> : <Proposals statuses={STATUSES[value]} none={t(`none.${value}`)} />,
        }))}
      />
    </CatalogPage>
  );
}

const MOST = 1000;

function Proposals({ statuses, none }: { statuses: readonly (typeof PROPOSAL_STATUSES)[number][]; none: string }) {
  const { t } = useTranslation('proposals');
  const [rows, { type }] = useQuery(queries.proposals.list({ statuses: [...statuses], limit: MOST }));
  if (rows.length === 0) return type === 'complete' && <p className="text-soft">{none}</p>;
  return (
    <ul aria-label={t('title')} className="divide-y divide-line border-y border-line">
      {rows.map((proposal) => (
        <ProposalItem key={proposal.id} proposal={proposal} />
      ))}
    </ul>
  );
}

function Templates() {
  const { t } = useTranslation('proposals');
  const { role } = useAccount();
  const format = useFormat();
  const { copy } = useCreateProposal();
  const [rows, { type }] = useQuery(queries.proposals.templates());
  const mayWrite = can(role, 'money.write');
  if (rows.length === 0) return type === 'complete' && <p className="measure text-soft">{t('none.templates')}</p>;
  return (
    <CatalogRows label={t('templates.title')}>
      {rows.map((row) => (
        <CatalogRow
          key={row.id}
          title={row.title}
          to={proposalHref(row.id)}
          detail={[
            t('lineCount', { count: row.lines.length }),
            t('from', { amount: format.money(priceRange(row.lines, row).least) }),
          ].join(' · ')}
          menu={mayWrite ? [{ label: t('templates.use'), onSelect: () => void copy(row, {}) }] : undefined}
        />
      ))}
    </CatalogRows>
  );
}
