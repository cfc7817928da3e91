import { useQuery } from '@rocicorp/zero/react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { rowId } from '#core/domain/values/ids.ts';
import { can } from '#core/domain/studio/roles.ts';
import { OPEN_STATUSES } from '#core/domain/sessions/sessions.ts';
import { queries } from '#core/zero/queries.ts';
import { MAX_CUSTOMERS } from '#core/zero/queries/customers.ts';
import { useListHref } from '#web/components/layout/list-detail-context.ts';
import { PageHeader } from '#web/components/layout/page-header.tsx';
import { RecordPage } from '#web/components/layout/record-page.tsx';
import { Presence } from '#web/components/layout/presence.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { paths } from '#web/lib/paths.ts';
import { CustomerActions, TrashNotice } from './detail/customer-actions.tsx';
import { ClientLinksSection } from './detail/client-links.tsx';
import { ContactLinks } from './detail/contact-links.tsx';
import { CustomerSummary, DetailsSection, NotesSection } from './detail/customer-summary.tsx';
import { GalleriesSection, SessionsSection } from './detail/related-records.tsx';
import { TimelineSection } from './detail/timeline.tsx';
import { customerTags } from './list/list-view.ts';
import type { CustomerRow } from './types.ts';

/** Panels of other features for a client's id. Without a sessions panel, the client's sessions are listed. */
interface CustomerPanels {
  sessions?: (customerId: string) => ReactNode;
  payments?: (customerId: string) => ReactNode;
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
            {props.sessions?.(id) ?? <SessionsSection customerId={id} sessions={sessions} />}
            {props.payments?.(id)}
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
