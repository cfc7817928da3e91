import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { AuthErrorText } from './auth-error.tsx';
import { EmailForm } from './email-form.tsx';
import type { MailKind } from './mail-links.ts';
import { SentMail } from './sent-mail.tsx';

interface FailedLinkPageProps {
  brand: ReactNode;
  /** Kind of the link; the form below requests another of it. */
  kind: MailKind;
  /** Path that the link would have led to. */
  next: string;
  email: string;
  onSignIn: () => void;
}

/** Shown for an incomplete, expired or used link: the reason and a form for a new one. */
export function FailedLinkPage({ brand, kind, next, email: known, onSignIn }: FailedLinkPageProps) {
  const { t } = useTranslation('auth');
  const { failure } = useAuth();
  const [email, setEmail] = useState(known);
  const [sent, setSent] = useState(false);
  if (sent) return <SentMail brand={brand} mail={{ kind, email, next }} onBack={onSignIn} />;
  const missing = failure === null;
  const why = missing ? (
    t('reset.closedIntro')
  ) : failure.code === 'otp_expired' ? (
    t('failed.intro')
  ) : (
    <AuthErrorText failure={{ codes: [failure.code] }} />
  );
  const onSent = (address: string) => {
    setEmail(address);
    setSent(true);
  };
  return (
    <NarrowPage
      brand={brand}
      title={missing ? t('reset.closed') : t('failed.title')}
      intro={
        <>
          <p>{why}</p>
          <p className="mt-2">{t(`failed.ask.${kind}`)}</p>
        </>
      }
      footer={
        <Button variant="quiet" className="-ml-4" onClick={onSignIn}>
          {t('failed.signIn')}
        </Button>
      }
    >
      <EmailForm
        kind={kind}
        submitLabel={t('failed.act')}
        email={email}
        onEmail={setEmail}
        next={next}
        onSent={onSent}
      />
    </NarrowPage>
  );
}
