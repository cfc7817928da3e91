import { useQuery } from '@rocicorp/zero/react';
import { Archive, Check, Ellipsis, Inbox, Mail, ShieldAlert, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { formatLongDate, telHref } from '#core/domain/values/format.ts';
import { rowId } from '#core/domain/values/ids.ts';
import { inquiryStart, type LeadStatus, replyHref } from '#core/domain/clients/leads.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useLeaveDetail, useListHref } from '#web/components/layout/list-detail-context.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button, buttonClass, IconButton } from '#web/components/ui/inputs/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlays/dialog.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useLanguage } from '#web/lib/i18n/use-language.ts';
import { newId } from '#web/lib/ids.ts';
import { customerHref, paths, sessionHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { LeadRow } from './types.ts';
import { useMoveLead } from './use-move-lead.ts';

interface LeadPageProps {
  /** Proposals for a lead; nothing for members without access to money. */
  proposals: (lead: LeadRow) => ReactNode;
}

/** One message of the contact form: reply, make a client of it, offer something, or put it away. */
export function LeadPage({ proposals }: LeadPageProps) {
  const { t } = useTranslation('leads');
  const { leadId = '' } = useParams();
  // Do not query an address that is not a valid id.
  const valid = rowId.safeParse(leadId).success;
  const [lead, { type }] = useQuery(valid && queries.leads.byId({ id: leadId }));
  return (
    <RecordPage
      record={lead}
      isComplete={!valid || type === 'complete'}
      missing={{ title: t('missing.title'), text: t('missing.text'), back: { to: paths.leads, label: t('title') } }}
    >
      {(present) => <Present lead={present} proposals={proposals} />}
    </RecordPage>
  );
}

function Present({ lead, proposals }: LeadPageProps & { lead: LeadRow }) {
  const { t } = useTranslation(['leads', 'common']);
  const { role } = useAccount();
  const format = useFormat();
  const language = useLanguage();
  const { name, email, phone, preferredDate, sessionType, message, status } = lead;
  const mayWrite = can(role, 'customers.write');
  const facts = [
    [t('facts.email'), email],
    [t('facts.phone'), phone],
    [t('facts.type'), sessionType?.name ?? ''],
    [t('facts.date'), preferredDate && formatLongDate(Date.parse(preferredDate), language, 'UTC')],
    [t('facts.language'), t(`common:languages.${lead.language}`)],
  ].filter(([, value]) => value);
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: useListHref(paths.leads), label: t('title') }}
        detail={<span data-figures>{t('received', { when: format.dateTime(lead.createdAt) })}</span>}
        menu={mayWrite && <LeadMenu lead={lead} />}
      />
      <div className="column flex flex-col gap-8">
        {status === 'spam' && <SpamNotice lead={lead} mayWrite={mayWrite} />}
        <p className="measure text-lead wrap-anywhere whitespace-pre-line">{message}</p>
        <dl className="flex flex-col gap-2 border-t border-line pt-4">
          {facts.map(([term, value]) => (
            <div key={term} className="flex gap-x-4">
              <dt className="w-32 shrink-0 text-soft">{term}</dt>
              <dd className="min-w-0 wrap-anywhere">
                {value === phone ? (
                  <a href={telHref(phone)} className="thumb">
                    {phone}
                  </a>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
        {lead.customerId ? <Accepted lead={lead} /> : mayWrite && status !== 'spam' && <NextSteps lead={lead} />}
        {status !== 'spam' && proposals(lead)}
      </div>
    </>
  );
}

/** Why the message is in the Spam folder, and the way back. */
function SpamNotice({ lead, mayWrite }: { lead: LeadRow; mayWrite: boolean }) {
  const { t } = useTranslation('leads');
  const move = useMoveLead();
  return (
    <Banner
      tone="warning"
      title={t('spam.title')}
      action={
        mayWrite && (
          <Button size="small" writes onClick={() => void move(lead, 'new')}>
            {t('move.new')}
          </Button>
        )
      }
    >
      {lead.spamSigns.length > 0 ? lead.spamSigns.map((sign) => t(`signs.${sign}`)).join(' · ') : t('spam.byHand')}
    </Banner>
  );
}

/** Links to the client and the session that were made of the lead. */
function Accepted({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation('leads');
  return (
    <div className="flex flex-wrap gap-3">
      <ReplyLink lead={lead} />
      <Link to={customerHref(lead.customerId ?? '')} className={buttonClass()}>
        {t('openClient')}
      </Link>
      {lead.sessionId && (
        <Link to={sessionHref(lead.sessionId)} className={buttonClass()}>
          {t('openRequest')}
        </Link>
      )}
    </div>
  );
}

function ReplyLink({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation('leads');
  const { name: studio, role } = useAccount();
  const move = useMoveLead();
  // The browser hands the mail to the mail program; whether it is sent nobody knows, hence the undo.
  const onReply = () => {
    if (lead.status === 'new' && can(role, 'customers.write')) void move(lead, 'answered');
  };
  return (
    <a href={replyHref(lead, t('replySubject', { studio }))} onClick={onReply} className={buttonClass()}>
      <Mail aria-hidden className="size-4" strokeWidth={1.75} />
      {t('reply')}
    </a>
  );
}

/** Reply, or make a client of the visitor, and a request if they named a day or a session. */
function NextSteps({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation('leads');
  const { role, timeZone } = useAccount();
  const format = useFormat();
  const now = useNow();
  const mutate = useMutation();
  const [customers] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const [types] = useQuery(queries.sessionTypes.list());
  const known = customers.find(({ email }) => email === lead.email);
  const type = types.find(({ id }) => id === lead.sessionTypeId);
  const hasRequest = (lead.preferredDate !== '' || type !== undefined) && can(role, 'sessions.write');
  const date = inquiryStart(lead.preferredDate, now, timeZone);
  const price = can(role, 'money.all') ? type?.price?.price : undefined;
  const accept = () => {
    const session = { id: newId(), date, duration: type?.duration ?? 60, ...(price ? { price } : {}) };
    const args = { id: lead.id, customerId: newId(), ...(hasRequest && { session }) };
    return mutate(mutators.leads.accept({ ...args, now: Date.now() }), {
      done: t(hasRequest ? 'accepted.request' : 'accepted.client', { name: known?.name ?? lead.name }),
    });
  };
  const action = hasRequest ? (known ? 'addRequest' : 'createBoth') : known ? 'linkClient' : 'createClient';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" writes onClick={() => void accept()}>
          {t(`act.${action}`)}
        </Button>
        <ReplyLink lead={lead} />
      </div>
      {(known || hasRequest) && (
        <p data-figures className="text-caption text-soft">
          {[
            known && t('knownClient', { name: known.name }),
            hasRequest && t('requestOn', { when: format.dateTime(date) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </div>
  );
}

const ICONS = { new: <Inbox />, answered: <Check />, archived: <Archive />, spam: <ShieldAlert /> };

/** Menu of the other statuses, and deleting for good. */
function LeadMenu({ lead }: { lead: LeadRow }) {
  const { t } = useTranslation('leads');
  const mutate = useMutation();
  const move = useMoveLead();
  const leave = useLeaveDetail(paths.leads);
  const [asking, setAsking] = useState(false);
  const to = (['new', 'answered', 'archived', 'spam'] as const).filter((status) => status !== lead.status);
  const item = (status: LeadStatus) => ({
    label: t(`move.${status}`),
    icon: ICONS[status],
    writes: true,
    onSelect: () => void move(lead, status),
  });
  const remove = async () => {
    setAsking(false);
    const request = mutators.leads.remove({ ids: [lead.id], now: Date.now() });
    if (await mutate(request, { done: t('removed') })) await leave({ replace: true });
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={t('more', { name: lead.name })} icon={<Ellipsis aria-hidden />} />}
        groups={[
          { items: to.map(item) },
          {
            items: [
              {
                label: t('remove.act'),
                icon: <Trash2 />,
                tone: 'danger',
                writes: true,
                onSelect: () => setAsking(true),
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('remove.title', { name: lead.name })}
        description={t('remove.text')}
        confirmLabel={t('remove.act')}
        onConfirm={() => void remove()}
      />
    </>
  );
}
