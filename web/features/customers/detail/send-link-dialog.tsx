import { useQuery } from '@rocicorp/zero/react';
import { Link2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayInsist } from '#core/domain/values/errors.ts';
import { greetingName } from '#core/domain/clients/customers.ts';
import type { Language } from '#core/domain/values/languages.ts';
import { renderMessage } from '#core/domain/messages/message-templates.ts';
import { queries } from '#core/zero/queries.ts';
import { MailFrame } from '#web/components/layout/mail-frame.tsx';
import { useApiCall } from '#web/components/layout/use-api-call.ts';
import { ErrorBanner } from '#web/components/ui/feedback/banner.tsx';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CopyField } from '#web/components/ui/inputs/copy-field.tsx';
import { Dialog } from '#web/components/ui/overlays/dialog.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useMailSender } from '#web/lib/accounts/use-mail-sender.ts';
import { useApi } from '#web/lib/api/api-context.tsx';
import { useMailTexts } from '#web/lib/i18n/use-mail-texts.ts';
import type { CustomerRow } from '../types.ts';

interface SendLinkDialogProps {
  customer: CustomerRow;
  onClose: () => void;
}

/** Mails a client the link to their page, or makes one to be copied, which is shown once. */
export function SendLinkDialog({ customer, onClose }: SendLinkDialogProps) {
  const { t } = useTranslation(['customers', 'common']);
  const { id: customerId, name, email } = customer;
  const api = useApi();
  const sending = useApiCall({ showsFailure: true });
  const copying = useApiCall({ showsFailure: true });
  const [url, setUrl] = useState<string | null>(null);
  // Sending to the refused address once more is insisting.
  const again = mayInsist(sending.failure);
  const create = (send: boolean) => api.portal.create({ params: { customerId }, body: { send, again } });
  const send = async () => {
    if (await sending.call(() => create(true), t('clientLinks.sent', { email }))) onClose();
  };
  const copy = () =>
    copying.call(async () => {
      const made = await create(false);
      setUrl(made.url);
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={t('clientLinks.dialog', { name })}
      description={t(email ? 'clientLinks.dialogText' : 'clientLinks.noEmail', { name, email })}
      footer={
        <>
          {url === null && (
            <Button icon={<Link2 />} loading={copying.busy} onClick={() => void copy()}>
              {t('clientLinks.copy')}
            </Button>
          )}
          {email && (
            <Button variant="primary" loading={sending.busy} onClick={() => void send()}>
              {again ? t('common:mailAgain.act') : t('clientLinks.sendAct')}
            </Button>
          )}
        </>
      }
    >
      <ErrorBanner code={sending.failure ?? copying.failure} />
      {url !== null && <CopyField label={t('clientLinks.link')} value={url} hint={t('clientLinks.linkHint')} />}
      {email && url === null && (
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <LinkMailPreview customer={customer} />
        </Suspense>
      )}
    </Dialog>
  );
}

/** The mail as the client gets it, with a link that does not work. */
function LinkMailPreview({ customer }: { customer: CustomerRow }) {
  const { t } = useTranslation('customers');
  const account = useAccount();
  const language: Language = customer.language ?? account.language;
  const texts = useMailTexts(language);
  const sender = useMailSender();
  const [templates] = useQuery(queries.messages.templates());
  const template = templates.find((one) => one.kind === 'client_link' && one.language === language) ?? null;
  const values = {
    client: greetingName(customer.name, customer.unconfirmedSince === null),
    studio: account.name,
    link: `${location.origin}/p/${account.slug}/client/…`,
  };
  const mail = renderMessage({ kind: 'client_link', language, texts, template, values, sender });
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <p className="border-b border-line px-4 py-3 font-medium wrap-anywhere" lang={language}>
        {mail.subject}
      </p>
      <MailFrame title={t('clientLinks.preview')} html={mail.html} language={language} />
    </div>
  );
}
