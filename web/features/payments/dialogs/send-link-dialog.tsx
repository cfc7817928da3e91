import { useQuery } from '@rocicorp/zero/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { greetingName } from '#core/domain/clients/customers.ts';
import { moneyFields } from '#core/domain/messages/message-money.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import { amountDue, nextPart, requestedAmount } from '#core/domain/payments/billing.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { sessionEnd, sessionTitle, type TitledSession } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { formatLongDate, formatSessionLocation, formatTimeRange } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { MailView } from '#web/components/layout/mail-view.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useNow } from '#web/lib/format/use-now.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { usePaymentLabels } from '../payment-labels.tsx';
import type { SessionBillingRow } from '../types.ts';

interface SendLinkDialogProps {
  billing: SessionBillingRow;
  onSent?: () => void;
  onClose: () => void;
}

/** Shows the mail with the payment link, and sends it. */
export function SendLinkDialog({ billing, onSent, onClose }: SendLinkDialogProps) {
  const { t } = useTranslation('payments');
  const mutate = useMutation();
  const labels = usePaymentLabels();
  const asked = requestedAmount(billing, useNow());
  const [session] = useQuery(queries.sessions.byId({ id: billing.sessionId }));
  const send = async () => {
    const request = mutators.payments.requestPayment({ sessionId: billing.sessionId, now: Date.now() });
    if (!(await mutate(request, { done: t('link.sent') }))) return;
    onSent?.();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('link.title', { amount: labels.money(asked) })}
      size="wide"
      footer={
        <Button variant="primary" writes onClick={() => void send()}>
          {t('link.send')}
        </Button>
      }
    >
      {/* Texts of another language load here. */}
      <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
        {session && <Preview billing={billing} session={session} />}
      </Suspense>
    </Dialog>
  );
}

/** The fields of a session that the mail names. */
interface MailedSession extends TitledSession {
  date: number;
  duration: number;
  location: string;
  savedLocation?: { name: string; address: string } | undefined;
  customer?: { name: string; email: string; language: Language | null; unconfirmedSince: number | null } | undefined;
}

function Preview({ billing, session }: { billing: SessionBillingRow; session: MailedSession }) {
  const { t } = useTranslation('payments');
  const { slug, name: studio, timeZone, currency, language: ofStudio, role } = useAccount();
  const { customer, date, savedLocation, location: where } = session;
  const language = customer?.language ?? ofStudio;
  const texts = useMailTexts(language);
  const sender = useMailSender();
  const [templates] = useQuery(queries.messages.templates(), { enabled: can(role, 'sessions.write') });
  const link = `${location.origin}/p/${slug}/booking/…`;
  const part = nextPart(billing, useNow());
  const money = {
    status: billing.session?.status ?? 'scheduled',
    price: billing.paymentAmount,
    deposit: billing.depositAmount,
    paid: billing.paidAmount,
    owed: amountDue(billing),
    part,
    hasPlan: hasPlan(billing),
    currency,
  };
  const mail = renderMessage({
    kind: 'payment_request',
    language,
    texts,
    template: templates.find((one) => one.kind === 'payment_request' && one.language === language) ?? null,
    values: {
      studio,
      client: customer ? greetingName(customer.name, customer.unconfirmedSince === null) : '',
      type: sessionTitle(session) || texts.session,
      date: formatLongDate(date, language, timeZone),
      time: formatTimeRange(date, sessionEnd(session), language, timeZone),
      place: formatSessionLocation(savedLocation ?? null, where),
      link,
      payLink: link,
      ...moneyFields('payment_request', money, { language, timeZone, allPaid: '' }),
    },
    sender,
  });
  // Of a client's contacts, those who pay get it.
  const heading = customer && (
    <p className="text-caption wrap-anywhere text-soft">{t('link.to', { name: customer.name })}</p>
  );
  return <MailView mail={mail} language={language} heading={heading} />;
}
