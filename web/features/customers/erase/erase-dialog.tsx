import { useQuery } from '@rocicorp/zero/react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { readTax } from '#core/domain/payments/receipts.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { FormDialog } from '#web/components/layout/form-dialog.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useApi } from '#web/lib/api/api-context.tsx';
import { saveFile } from '#web/lib/browser/files.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { sessionHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import type { CustomerRow } from '../types.ts';
import { type Mention, useMentions } from './use-mentions.ts';

interface EraseDialogProps {
  customer: CustomerRow;
  onClose: () => void;
  /** Called once the client is erased. */
  onErased: () => void;
}

/** Asks before a client is erased: says what goes and what stays, and offers to remove what mentions them elsewhere. */
export function EraseDialog({ customer, onClose, onErased }: EraseDialogProps) {
  const { t } = useTranslation('customers');
  const mutate = useMutation();
  const { id, name } = customer;
  const erase = async () => {
    onClose();
    if (await mutate(mutators.customers.erase({ id, now: Date.now() }), { done: t('erase.done') })) onErased();
  };
  return (
    <FormDialog
      title={t('erase.ask', { name })}
      description={t('erase.text')}
      submitLabel={t('erase.act')}
      button={{ variant: 'danger', writes: true }}
      onSubmit={erase}
      onClose={onClose}
    >
      <p className="measure text-soft">{t('erase.stays')}</p>
      <People customer={customer} />
      <Receipts customerId={id} />
      <Contracts customerId={id} />
      <Mentions customer={customer} />
    </FormDialog>
  );
}

/** The people of the client, whose names and addresses all go. */
function People({ customer: { name, contacts } }: Pick<EraseDialogProps, 'customer'>) {
  const { t } = useTranslation('customers');
  if (contacts.length < 2) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('erase.people')}</h3>
      <ul className="divide-y divide-line border-y border-line">
        {contacts.map((contact) => (
          <li key={contact.id} className="flex flex-wrap justify-between gap-x-4 py-2 wrap-anywhere">
            <span>{contact.name || name}</span>
            <span className="text-soft">{contact.email || contact.phone}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns for how many years issued receipts and signed contracts stay. */
function useReceiptYears(): number {
  const [settings] = useQuery(queries.accounts.settings());
  return readTax(settings.find(({ key }) => key === 'tax')?.value).receiptYears;
}

/** The client's receipts, which stay for some years, as PDFs to download. */
function Receipts({ customerId }: { customerId: string }) {
  const { t } = useTranslation(['customers', 'payments']);
  const api = useApi();
  const { call, busy } = useApiCall();
  const [payments] = useQuery(queries.payments.ofCustomer({ customerId, limit: 1000 }));
  const years = useReceiptYears();
  const receipts = payments.flatMap(({ id, receipt }) => (receipt ? [{ id, number: receipt }] : []));
  if (receipts.length === 0) return null;
  const download = (paymentId: string, number: string) =>
    void call(async () => {
      const file = await api.payments.receipt({ params: { paymentId } });
      saveFile(file, `${t('payments:receipt.file', { number })}.pdf`);
    });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('erase.receipts')}</h3>
      <p className="measure text-soft">{t('erase.receiptsText', { count: years })}</p>
      <ul className="flex flex-wrap gap-2">
        {receipts.map(({ id, number }) => (
          <li key={id}>
            <Button type="button" size="small" disabled={busy} onClick={() => download(id, number)}>
              {t('erase.receipt', { number })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The client's signed contracts, which stay as long as their receipts. */
function Contracts({ customerId }: { customerId: string }) {
  const { t } = useTranslation('customers');
  const format = useFormat();
  const [contracts] = useQuery(queries.contracts.signedOfCustomer({ customerId, limit: 1000 }));
  const count = useReceiptYears();
  if (contracts.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('erase.contracts')}</h3>
      <p className="measure text-soft">{t('erase.contractsText', { count })}</p>
      <ul className="divide-y divide-line border-y border-line">
        {contracts.map(({ id, title, signedAt, sessionId }) => (
          <li key={id} className="flex justify-between gap-4 py-2">
            <Link to={sessionHref(sessionId)} className="min-w-0 wrap-anywhere">
              {title}
            </Link>
            <span className="shrink-0 text-soft">{format.day(signedAt!)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Texts elsewhere that mention the client; each can be removed, or opened where it belongs to another person. */
function Mentions({ customer }: { customer: CustomerRow }) {
  const { t } = useTranslation('customers');
  const { mentions, isComplete } = useMentions(customer);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{t('erase.mentions')}</h3>
      {mentions.length > 0 && (
        <>
          <p className="measure text-soft">{t('erase.mentionsText')}</p>
          <ul aria-label={t('erase.mentions')} className="divide-y divide-line border-y border-line">
            {mentions.map((mention) => (
              <MentionItem key={mention.key} mention={mention} />
            ))}
          </ul>
        </>
      )}
      {mentions.length === 0 &&
        (isComplete ? <p className="text-soft">{t('erase.noMentions')}</p> : <Spinner text={t('erase.searching')} />)}
    </section>
  );
}

function MentionItem({ mention: { kind, text, href, remove, undo } }: { mention: Mention }) {
  const { t } = useTranslation('customers');
  const mutate = useMutation();
  const what = t(`erase.kinds.${kind}`);
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere">{href ? <Link to={href}>{text}</Link> : text}</span>
        <span className="block text-caption text-soft">{what}</span>
      </span>
      {remove && (
        <Button
          type="button"
          size="small"
          writes
          aria-label={t('erase.removeNamed', { what, text })}
          onClick={() => void mutate(remove(), { done: t('erase.removed'), ...(undo && { undo }) })}
        >
          {t('erase.remove')}
        </Button>
      )}
    </li>
  );
}
