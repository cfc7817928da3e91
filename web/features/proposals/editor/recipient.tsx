import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { mutators } from '#core/zero/mutators.ts';
import { CustomerField } from '#web/components/fields/customer-field.tsx';
import { leadHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { ProposalRow } from '../types.ts';

/** Whom a draft is for: a client, or a lead, who becomes a client when it is sent. */
export function Recipient({ proposal }: { proposal: ProposalRow }) {
  const { t } = useTranslation('proposals');
  const mutate = useMutation();
  const { id, customerId, leadId, customer, lead } = proposal;
  const address = (next: string | null) =>
    mutators.proposals.address({ id, customerId: next, leadId, now: Date.now() });
  const choose = (next: string | null) => {
    if (next === customerId) return;
    void mutate(address(next), { done: t('addressed'), undo: () => address(customerId) });
  };
  return (
    <section id="proposal-client" aria-label={t('fields.client')} className="flex flex-col gap-2">
      {lead && !customer ? (
        <p className="wrap-anywhere">
          {t('fields.lead')}{' '}
          <Link to={leadHref(lead.id)} className="thumb">
            {lead.name}
          </Link>
          <span className="block text-caption text-soft">{lead.email}</span>
        </p>
      ) : (
        <CustomerField required value={customerId} onChange={choose} />
      )}
    </section>
  );
}
