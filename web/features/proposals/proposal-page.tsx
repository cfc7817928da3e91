import { useQuery } from '@rocicorp/zero/react';
import { Ellipsis } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { rowId } from '#core/domain/values/ids.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Presence } from '#web/components/layout/presence.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Tag } from '#web/components/ui/feedback/tag.tsx';
import { Button, buttonClass, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu, type MenuItem } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { customerHref, leadHref, orderHref, paths, sessionHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { ProposalEditor } from './editor/proposal-editor.tsx';
import { useProposalDetail } from './list/proposal-item.tsx';
import { STATE_TONES, viewProposal } from './proposal-view.ts';
import { ProposalSummary } from './proposal-summary.tsx';
import { LinkDialog } from './send/link-dialog.tsx';
import type { ProposalPreviewProps } from './preview-props.ts';
import type { ProposalRow } from './types.ts';
import { useCreateProposal } from './use-create-proposal.ts';

interface ProposalPageProps {
  /** Draws the client's page. */
  preview: ComponentType<ProposalPreviewProps>;
}

/** A proposal or a template: the editor of a draft; otherwise what was sent, and what has become of it. */
export function ProposalPage({ preview }: ProposalPageProps) {
  const { t } = useTranslation('proposals');
  const { proposalId = '' } = useParams();
  // Do not query an address that is not a valid id.
  const valid = rowId.safeParse(proposalId).success;
  const [proposal, { type }] = useQuery(valid && queries.proposals.byId({ id: proposalId }));
  return (
    <RecordPage
      record={proposal}
      isComplete={!valid || type === 'complete'}
      missing={{ title: t('missing.title'), text: t('missing.text'), back: { to: paths.proposals, label: t('title') } }}
    >
      {(present) => <Present proposal={present} preview={preview} />}
    </RecordPage>
  );
}

function Present({ proposal, preview: Preview }: { proposal: ProposalRow } & ProposalPageProps) {
  const { t } = useTranslation('proposals');
  const { role } = useAccount();
  const { state, act } = viewProposal(proposal, useNow());
  const mayWrite = can(role, 'money.write');
  if (state === 'draft' && mayWrite) {
    return (
      <ProposalEditor proposal={proposal} preview={Preview} menu={<ProposalMenu proposal={proposal} />}>
        <Heading proposal={proposal} />
      </ProposalEditor>
    );
  }
  const { id, session } = proposal;
  return (
    <>
      <PageHeader
        title={proposal.title}
        back={{ to: paths.proposals, label: t('title') }}
        detail={<Heading proposal={proposal} />}
        actions={
          <>
            {act === 'withdraw' && mayWrite && <Withdraw proposal={proposal} />}
            {state === 'accepted' && (
              <Link to={session ? sessionHref(id) : orderHref(id)} className={buttonClass({ variant: 'primary' })}>
                {t(session ? 'openSession' : 'openOrder')}
              </Link>
            )}
          </>
        }
        menu={mayWrite && <ProposalMenu proposal={proposal} />}
      />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <ProposalSummary proposal={proposal} />
        <Preview proposal={proposal} />
      </div>
    </>
  );
}

/** State, whom it is for, and when what happened. */
function Heading({ proposal }: { proposal: ProposalRow }) {
  const { t } = useTranslation('proposals');
  const detailOf = useProposalDetail();
  const { state } = viewProposal(proposal, useNow());
  const { customer, lead, isTemplate } = proposal;
  if (isTemplate) return <Tag>{t('templates.one')}</Tag>;
  return (
    <>
      <Tag tone={STATE_TONES[state]}>{t(`states.${state}`)}</Tag>
      {customer ? (
        <Link to={customerHref(customer.id)} className="thumb">
          {customer.name}
        </Link>
      ) : (
        lead && (
          <Link to={leadHref(lead.id)} className="thumb">
            {lead.name}
          </Link>
        )
      )}
      <span data-figures>{detailOf(proposal)}</span>
      <Presence record={`proposal:${proposal.id}`} />
    </>
  );
}

/** Makes a draft again; the client's link then says that it is not open. */
function Withdraw({ proposal: { id, title } }: { proposal: ProposalRow }) {
  const { t } = useTranslation('proposals');
  const mutate = useMutation();
  const withdraw = () =>
    mutate(mutators.proposals.withdraw({ id, now: Date.now() }), { done: t('withdrawn', { title }) });
  return (
    <Button writes onClick={() => void withdraw()}>
      {t('withdraw')}
    </Button>
  );
}

function ProposalMenu({ proposal }: { proposal: ProposalRow }) {
  const { t } = useTranslation(['proposals', 'common']);
  const mutate = useMutation();
  const navigate = useNavigate();
  const { copy, saveAsTemplate } = useCreateProposal();
  const [open, setOpen] = useState<'link' | 'remove' | null>(null);
  const { id, title, customerId, isTemplate } = proposal;
  const { state } = viewProposal(proposal, useNow());
  const remove = async () => {
    setOpen(null);
    const request = mutators.proposals.remove({ id, now: Date.now() });
    if (!(await mutate(request, { done: t('removed', { title }) }))) return;
    await navigate(isTemplate ? `${paths.proposals}?show=templates` : paths.proposals, { replace: true });
  };
  const items: MenuItem[] = [
    ...(state === 'draft' ? [] : [{ label: t('copyLink'), onSelect: () => setOpen('link') }]),
    {
      label: t(isTemplate ? 'templates.use' : 'duplicate'),
      writes: true,
      onSelect: () => void copy(proposal, customerId === null ? {} : { customerId }),
    },
    ...(isTemplate
      ? []
      : [{ label: t('templates.save'), writes: true, onSelect: () => void saveAsTemplate(proposal) }]),
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label={t('common:moreFor', { name: title })} icon={<Ellipsis aria-hidden />} />}
        groups={[
          { items },
          ...(state === 'draft'
            ? [
                {
                  items: [
                    { label: t('remove'), tone: 'danger' as const, writes: true, onSelect: () => setOpen('remove') },
                  ],
                },
              ]
            : []),
        ]}
      />
      {open === 'link' && <LinkDialog proposalId={id} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={() => setOpen(null)}
        title={t('removeTitle', { title })}
        description={t(isTemplate ? 'templates.removeText' : 'removeText')}
        confirmLabel={t('remove')}
        onConfirm={() => void remove()}
      />
    </>
  );
}
