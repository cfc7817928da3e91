import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#core/domain/values/languages.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import type { MailTemplateKind } from '#core/domain/messages/messages.ts';
import { sampleFields, type SampleTexts } from '#core/domain/messages/sample-mail.ts';
import { MailView } from '#web/components/layout/mail-view.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';

/** Sample values of a mail's fields, for this studio. */
function useSampleFields(kind: MailTemplateKind, language: Language) {
  const { i18n } = useTranslation('mails', { lng: language });
  const { slug, ...account } = useAccount();
  const [now] = useState(Date.now);
  const { sample } = i18n.getResourceBundle(language, 'mails') as { sample: SampleTexts };
  return sampleFields(kind, language, sample, { ...account, page: `${location.origin}/p/${slug}` }, now);
}

interface MailPreviewProps {
  kind: MailTemplateKind;
  language: Language;
  /** Null while the form is invalid. */
  template: { subject: string; body: string } | null;
}

/** Renders the mail as it would be sent, with sample values. */
export function MailPreview({ kind, language, template }: MailPreviewProps) {
  const { t } = useTranslation('mails');
  const id = useId();
  const texts = useMailTexts(language);
  const values = useSampleFields(kind, language);
  const sender = useMailSender();
  const mail = template && renderMessage({ kind, language, texts, template, values, sender });
  const heading = (
    <>
      <h2 id={id} className="text-lead font-semibold">
        {t('preview')}
      </h2>
      <p className="text-caption text-soft">{t('previewIntro')}</p>
    </>
  );
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <MailView mail={mail} language={language} heading={heading} />
    </section>
  );
}
