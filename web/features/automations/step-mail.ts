import { useQuery } from '@rocicorp/zero/react';
import { chooseStepMail } from '#core/domain/sessions/automations.ts';
import { payableItems } from '#core/domain/payments/card-payments.ts';
import { documentLanguage } from '#core/domain/contracts/contracts.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { moneyFields } from '#core/domain/messages/message-money.ts';
import type { FieldValues, MessageMail } from '#core/domain/messages/message-templates.ts';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { readContent } from './step-labels.ts';
import type { SessionRow, StepRow } from './types.ts';

/** A mail of a step, without what every mail about its session has. */
export interface StepMailContent extends Pick<MessageMail, 'kind' | 'language' | 'template'> {
  fields: FieldValues;
  /** The client can pay by card. */
  takesCards: boolean;
  /** Why the step would send nothing if it were due now. */
  notSent: 'nothing_owed' | 'questionnaire_missing' | null;
}

/** Returns the mail of a step in the language that the session's client would get; null if it has none. */
export function useStepMail(session: SessionRow, step: StepRow): StepMailContent | null {
  const { language: ofStudio, currency, timeZone, role } = useAccount();
  const enabled = can(role, 'sessions.write');
  const [templates] = useQuery(queries.messages.templates(), { enabled });
  const [questionnaires] = useQuery(queries.questionnaires.templates(), { enabled });
  const [stripe] = useQuery(queries.stripeAccounts.current(), { enabled: can(role, 'money.read') });
  const language = session.customer?.language ?? ofStudio;
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
      const owed = amountOwed(session);
      const { billing, status } = session;
      const money = {
        status,
        price: billing?.paymentAmount ?? 0,
        deposit: billing?.depositAmount ?? 0,
        paid: billing?.paidAmount ?? 0,
        owed,
        depositDueDate: billing?.depositDueDate ?? null,
        dueDate: billing?.dueDate ?? null,
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
function amountOwed({ billing, payments, status }: SessionRow): number {
  if (!billing) return 0;
  const pending = payments.filter((one) => one.status === 'pending' && one.refundsPaymentId === null && one.amount > 0);
  return payableItems(billing, pending, status).reduce((sum, { amount }) => sum + amount, 0);
}

const titleIn = (
  texts: Readonly<Partial<Record<Language, { readonly title: string } | undefined>>>,
  wanted: Language,
  ofStudio: Language,
) => texts[documentLanguage(texts, wanted, ofStudio)]?.title ?? '';
