import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepMail } from '#core/domain/automations.ts';
import { formatLongDate, formatPlace, formatTimeRange } from '#core/domain/format.ts';
import type { Language } from '#core/domain/languages.ts';
import { renderMessage } from '#core/domain/message-templates.ts';
import { sessionEnd } from '#core/domain/sessions.ts';
import { LoadingPlaceholder } from '#web/components/layout/loading-placeholder.tsx';
import { MailView } from '#web/components/layout/mail-view.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import type { SessionRow } from './types.ts';

interface MailPreviewDialogProps {
  session: SessionRow;
  mail: StepMail & { language: Language };
  onClose: () => void;
}

/** Shows a step's mail as the session's client would get it. */
export function MailPreviewDialog(props: MailPreviewDialogProps) {
  const { t } = useTranslation('automations');
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()} title={t('session.preview')} size="wide">
      {/* Texts of another language load here. */}
      <Suspense fallback={<LoadingPlaceholder className="h-96" />}>
        <Preview {...props} />
      </Suspense>
    </Dialog>
  );
}

function Preview({ session, mail: { language, ...template } }: MailPreviewDialogProps) {
  const { t } = useTranslation('automations');
  const { slug, name: studio, timeZone } = useAccount();
  const texts = useMailTexts(language);
  const sender = useMailSender();
  const { customer, date, type, sessionType, place, location: where } = session;
  const values = {
    studio,
    client: customer?.unconfirmedSince === null ? customer.name : '',
    type: type || sessionType?.name || texts.session,
    date: formatLongDate(date, language, timeZone),
    time: formatTimeRange(date, sessionEnd(session), language, timeZone),
    place: formatPlace(place ?? null, where),
    link: `${location.origin}/p/${slug}/booking/…`,
  };
  const mail = renderMessage({ kind: 'automation', language, texts, template, values, sender });
  const heading = (
    <>
      <p className="text-soft">{t('session.previewText', { client: customer?.name ?? '' })}</p>
      {customer?.email && (
        <p className="text-caption wrap-anywhere text-soft">{t('session.previewTo', { address: customer.email })}</p>
      )}
    </>
  );
  return <MailView mail={mail} language={language} heading={heading} />;
}
