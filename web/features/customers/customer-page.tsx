import { useQuery } from '@rocicorp/zero/react';
import { Copy, Mail, MessageCircle, Phone } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { OPEN_STATUSES } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { telHref, whatsAppHref } from '#core/domain/values/format.ts';
import { rowId } from '#core/domain/values/ids.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useListHref } from '#web/components/layout/list-detail-context.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { Presence } from '#web/components/layout/presence.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { IconButton } from '#web/components/ui/inputs/button.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { ContactsSection } from './detail/contacts.tsx';
import { ClientLinksSection } from './detail/client-links.tsx';
import { CustomerActions, TrashNotice } from './detail/customer-actions.tsx';
import { CustomerSummary, DetailsSection, NotesSection } from './detail/customer-summary.tsx';
import { GalleriesSection, SessionsSection } from './detail/related-records.tsx';
import { TimelineSection } from './detail/timeline.tsx';
import { customerTags } from './list/list-view.ts';
import type { CustomerRow } from './types.ts';

const linkClass =
  'thumb inline-flex min-w-0 items-center gap-2 text-ink no-underline hover:underline [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75] [&_svg]:text-soft';

/** Email address and phone number of a client, each to open or to copy, and WhatsApp for international numbers. */
function ContactLinks({ customer: { email, phone } }: { customer: Pick<CustomerRow, 'email' | 'phone'> }) {
  const { t } = useTranslation('customers');
  const whatsApp = whatsAppHref(phone);
  if (!email && !phone) return null;
  return (
    <ul aria-label={t('contact.label')} className="flex min-w-0 flex-wrap items-center gap-x-5">
      {email && (
        <Contact
          href={`mailto:${email}`}
          icon={<Mail aria-hidden />}
          value={email}
          copyLabel={t('contact.copyEmail')}
        />
      )}
      {phone && (
        <Contact href={telHref(phone)} icon={<Phone aria-hidden />} value={phone} copyLabel={t('contact.copyPhone')} />
      )}
      {whatsApp && (
        <li className="flex min-h-control items-center">
          <a href={whatsApp} target="_blank" rel="noreferrer" className={linkClass}>
            <MessageCircle aria-hidden />
            {t('contact.whatsApp')}
          </a>
        </li>
      )}
    </ul>
  );
}

interface ContactProps {
  href: string;
  icon: ReactNode;
  value: string;
  copyLabel: string;
}

function Contact({ href, icon, value, copyLabel }: ContactProps) {
  const { t } = useTranslation('common');
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: t('copied') });
    } catch {
      toast({ title: t('copyFailed'), tone: 'danger' });
    }
  };
  return (
    <li className="flex min-w-0 items-center">
      <a href={href} className={linkClass}>
        {icon}
        <span className="min-w-0 wrap-anywhere">{value}</span>
      </a>
      <IconButton
        label={copyLabel}
        icon={<Copy aria-hidden className="size-4!" />}
        onClick={() => void copy()}
        className="text-soft"
      />
    </li>
  );
}

/** Panels of other features for a client's id. Without a sessions panel, the client's sessions are listed. */
interface CustomerPanels {
  sessions?: (customerId: string) => ReactNode;
  /** Proposals and payments. */
  payments?: (customer: { id: string; name: string }) => ReactNode;
  messages?: (customerId: string) => ReactNode;
}

export function CustomerPage(props: CustomerPanels) {
  const { t } = useTranslation('customers');
  const { customerId = '' } = useParams();
  // Do not query an address that is not a valid id.
  const valid = rowId.safeParse(customerId).success;
  const [customer, { type }] = useQuery(valid && queries.customers.byId({ id: customerId }));
  const textKey = customer ? 'erased' : 'missing';
  return (
    <RecordPage
      record={customer?.erasedAt === null ? customer : null}
      isComplete={!valid || Boolean(customer) || type === 'complete'}
      missing={{
        title: t(`${textKey}.title`),
        text: t(`${textKey}.text`),
        back: { to: paths.customers, label: t('missing.act') },
      }}
    >
      {(present) => <Present {...props} customer={present} />}
    </RecordPage>
  );
}

function Present(props: CustomerPanels & { customer: CustomerRow }) {
  const { customer } = props;
  const { t } = useTranslation('customers');
  const { role } = useAccount();
  const { id, name } = customer;
  const [sessions, { type }] = useQuery(queries.sessions.ofCustomer({ customerId: id, limit: 1000 }));
  const [customers] = useQuery(queries.customers.list({ limit: MAX_CUSTOMERS }));
  const tags = useMemo(() => customerTags(customers), [customers]);
  const open = sessions.filter(({ status }) => OPEN_STATUSES.includes(status)).length;
  const header = (
    <PageHeader
      title={name}
      back={{ to: useListHref(paths.customers), label: t('title') }}
      detail={
        <>
          <ContactLinks customer={customer} />
          {customer.tags.length > 0 && <span>{customer.tags.join(' · ')}</span>}
          <Presence record={`customer:${id}`} />
        </>
      }
      menu={customer.deletedAt === null && <CustomerActions customer={customer} openSessions={open} />}
    />
  );
  if (customer.deletedAt !== null) {
    return (
      <>
        {header}
        <TrashNotice customer={customer} />
      </>
    );
  }
  return (
    <>
      {header}
      <div className="@container">
        <div className="grid gap-x-16 gap-y-12 @min-[58rem]:grid-cols-[minmax(0,1fr)_26rem]">
          <div className="flex min-w-0 flex-col gap-12">
            <CustomerSummary
              customer={customer}
              sessions={sessions.length > 0 || type === 'complete' ? sessions : null}
            />
            <ContactsSection customer={customer} sessions={sessions} />
            {props.sessions?.(id) ?? <SessionsSection customerId={id} sessions={sessions} />}
            {props.payments?.({ id, name })}
            <GalleriesSection customer={customer} />
            {props.messages?.(id)}
            <TimelineSection customer={customer} />
          </div>
          <div className="flex min-w-0 flex-col gap-12">
            {can(role, 'customers.write') && <ClientLinksSection customer={customer} />}
            <NotesSection customer={customer} />
            <DetailsSection customer={customer} sessions={sessions} tags={tags} />
          </div>
        </div>
      </div>
    </>
  );
}
