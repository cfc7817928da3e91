import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { greetingName } from '#core/domain/clients/customers.ts';
import { formatLongDate, formatSessionLocation, formatTimeRange } from '#core/domain/values/format.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import { sessionEnd } from '#core/domain/sessions/sessions.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { MailView } from '#web/components/layout/mail-view.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import { type StepMailContent, useStepMail } from './step-mail.ts';
import type { SessionRow, StepRow } from './types.ts';

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
  const { customer, date, type, sessionType, savedLocation, location: where } = session;
  const link = `${location.origin}/p/${slug}/booking/…`;
  const values = {
    studio,
    client: customer ? greetingName(customer.name, customer.unconfirmedSince === null) : '',
    type: type || sessionType?.name || texts.session,
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
