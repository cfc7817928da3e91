import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { CODE_LENGTH, CodeInput } from '#web/components/ui/inputs/code-input.tsx';
import { Field } from '#web/components/ui/inputs/field.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { AuthErrorText } from './auth-error.tsx';
import { useAttempt } from './use-attempt.ts';

interface SmsCodePageProps {
  brand: ReactNode;
  /** E.164. */
  phone: string;
  onBack: () => void;
}

/** Asks for the code of the text message that confirms a new account's phone. The right code signs in. */
export function SmsCodePage({ brand, phone, onBack }: SmsCodePageProps) {
  const { t } = useTranslation('auth');
  const { loadClient } = useAuth();
  const { attempt, failure, captcha } = useAttempt();
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const [pending, setPending] = useState<'confirm' | 'resend' | null>(null);
  const [sentAgain, setSentAgain] = useState(false);

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(code.length < CODE_LENGTH);
    if (pending || code.length < CODE_LENGTH) return;
    setPending('confirm');
    setSentAgain(false);
    const answer = await attempt(async (token) =>
      (await loadClient()).verifyOtp({ phone, token: code, type: 'sms', options: token }),
    );
    setPending(null);
    if (!answer) setCode('');
  };
  const resend = async () => {
    setPending('resend');
    setSentAgain(false);
    const answer = await attempt(async (token) => (await loadClient()).resend({ type: 'sms', phone, options: token }));
    setPending(null);
    setSentAgain(answer !== null);
  };

  return (
    <NarrowPage
      brand={brand}
      title={t('sms.title')}
      intro={t('sms.intro', { phone })}
      footer={
        <Button variant="quiet" className="-ml-4" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      }
    >
      <form noValidate onSubmit={(event) => void confirm(event)} className="flex flex-col gap-5">
        {sentAgain && <Banner tone="success">{t('sms.again')}</Banner>}
        {failure && (
          <Banner tone="danger">
            {failure.codes[0] === 'otp_expired' ? t('sms.wrong') : <AuthErrorText failure={failure} />}
          </Banner>
        )}
        <Field label={t('code.label')} required error={isIncomplete ? t('code.needed') : undefined}>
          <CodeInput value={code} onChange={setCode} />
        </Field>
        {captcha.widget}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={pending === 'confirm'}>
            {t('sms.act')}
          </Button>
          <Button loading={pending === 'resend'} onClick={() => void resend()}>
            {t('sent.resend')}
          </Button>
        </div>
      </form>
    </NarrowPage>
  );
}
