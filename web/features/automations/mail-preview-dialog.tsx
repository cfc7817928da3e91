import { useQuery } from '@rocicorp/zero/react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { greetingName } from '#core/domain/clients/customers.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import { moneyFields } from '#core/domain/messages/message-money.ts';
import { type FieldValues, type MessageMail, renderMessage } from '#core/domain/messages/message-templates.ts';
import { nextPart } from '#core/domain/payments/billing.ts';
import { payableItems } from '#core/domain/payments/card-payments.ts';
import { hasPlan } from '#core/domain/payments/instalments.ts';
import { chooseStepMail } from '#core/domain/sessions/automations.ts';
import { sessionEnd, sessionTitle } from '#core/domain/sessions/sessions.ts';
import { can } from '#core/domain/studio/roles.ts';
import { formatLongDate, formatSessionLocation, formatTimeRange } from '#core/domain/values/format.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { queries } from '#core/zero/queries.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { MailView } from '#web/components/layout/mail-view.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import { readContent } from './step-labels.ts';
import type { SessionRow, StepRow } from './types.ts';

/** A mail of a step, without what every mail about its session has. */
interface StepMailContent extends Pick<MessageMail, 'kind' | 'language' | 'template'> {
  fields: FieldValues;
  /** The client can pay by card. */
  takesCards: boolean;
  /** Why the step would send nothing if it were due now. */
  notSent: 'nothing_owed' | 'questionnaire_missing' | null;
}

/** Returns the mail of a step in the language that the session's client would get; null if it has none. */
function useStepMail(session: SessionRow, step: StepRow): StepMailContent | null {
  const { language: ofStudio, currency, timeZone, role } = useAccount();
  const enabled = can(role, 'sessions.write');
  const [templates] = useQuery(queries.messages.templates(), { enabled });
  const [questionnaires] = useQuery(queries.questionnaires.templates(), { enabled });
  const [stripe] = useQuery(queries.stripeAccounts.current(), { enabled: can(role, 'money.read') });
  const language = session.customer?.language ?? ofStudio;
  const now = useNow();
  const content = readContent(step);
  const ownTemplate = (kind: 'payment_request' | 'questionnaire') =>
    templates.find((one) => one.kind === kind && one.language === language) ?? null;
  const nothing = { fields: {}, takesCards: false, notSent: null };
  switch (content?.kind) {
    case 'mail': {
      const mail = chooseStepMail(content.settings.texts, language, ofStudio);
      return mail && { ...nothing, kind: 'automation', language: mail.language, template: mail };
    }
    case 'balance': {
      const owed = amountOwed(session, now);
      const { billing, status } = session;
      const money = {
        status,
        price: billing?.paymentAmount ?? 0,
        deposit: billing?.depositAmount ?? 0,
        paid: billing?.paidAmount ?? 0,
        owed,
        part: billing ? nextPart({ ...billing, session: { status } }, now) : null,
        hasPlan: billing ? hasPlan(billing) : false,
        currency,
      };
      return {
        kind: 'payment_request',
        language,
        template: ownTemplate('payment_request'),
        // What is all paid is not asked for.
        fields: moneyFields('payment_request', money, { language, timeZone, allPaid: '' }),
        takesCards: owed > 0 && stripe?.status === 'active',
        notSent: owed > 0 ? null : 'nothing_owed',
      };
    }
    case 'questionnaire': {
      const { templateId } = content.settings;
      const asked = questionnaires.find(({ id, archivedAt }) => id === templateId && archivedAt === null);
      const document = asked ? titleIn(asked.texts, language, ofStudio) : '';
      return {
        ...nothing,
        kind: 'questionnaire',
        language,
        template: ownTemplate('questionnaire'),
        fields: { document },
        notSent: asked ? null : 'questionnaire_missing',
      };
    }
    default:
      return null;
  }
}

/** Returns what the client owes for a session, in minor units. */
function amountOwed({ billing, payments, status }: SessionRow, now: number): number {
  if (!billing) return 0;
  const pending = payments.filter((one) => one.status === 'pending' && one.refundsPaymentId === null && one.amount > 0);
  return payableItems({ ...billing, session: { status } }, pending, now).reduce((sum, { amount }) => sum + amount, 0);
}

const titleIn = (
  texts: Readonly<Partial<Record<Language, { readonly title: string } | undefined>>>,
  wanted: Language,
  ofStudio: Language,
) => texts[documentLanguage(texts, wanted, ofStudio)]?.title ?? '';

interface MailPreviewDialogProps {
  session: SessionRow;
  step: StepRow;
  onClose: () => void;
}

/** Shows a step's mail as the session's client would get it. */
export function MailPreviewDialog({ session, step, onClose }: MailPreviewDialogProps) {
  const { t } = useTranslation('automations');
  const mail = useStepMail(session, step);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('session.preview')} size="wide">
      {/* Texts of another language load here. */}
      <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
        {mail && <Preview session={session} content={mail} />}
      </Suspense>
    </Dialog>
  );
}

function Preview({ session, content }: { session: SessionRow; content: StepMailContent }) {
  const { t } = useTranslation('automations');
  const { slug, name: studio, timeZone } = useAccount();
  const { language, notSent, fields, takesCards, ...what } = content;
  const texts = useMailTexts(language);
  const sender = useMailSender();
  const { customer, date, savedLocation, location: where } = session;
  const link = `${location.origin}/p/${slug}/booking/…`;
  const values = {
    studio,
    client: customer ? greetingName(customer.name, customer.unconfirmedSince === null) : '',
    type: sessionTitle(session) || texts.session,
    date: formatLongDate(date, language, timeZone),
    time: formatTimeRange(date, sessionEnd(session), language, timeZone),
    place: formatSessionLocation(savedLocation ?? null, where),
    link,
    ...fields,
    payLink: takesCards ? link : '',
  };
  const mail = renderMessage({ ...what, language, texts, values, sender });
  const heading = (
    <>
      <p className="text-soft">{t('session.previewText', { client: customer?.name ?? '' })}</p>
      {notSent !== null && <p className="text-soft">{t(`session.notSent.${notSent}`)}</p>}
      {customer?.email && (
        <p className="text-caption wrap-anywhere text-soft">{t('session.previewTo', { address: customer.email })}</p>
      )}
    </>
  );
  return <MailView mail={mail} language={language} heading={heading} />;
}
