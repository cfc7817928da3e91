import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/banner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { CodeForm } from './code-form.tsx';
import { useCooldown } from './use-cooldown.ts';
import { useAuthErrorText } from './use-problem.ts';

interface PasswordCodeProps {
  email: string;
  /** When the last mail was asked for, epoch milliseconds. */
  mailedAt: number;
  onCode: (code: string) => Promise<string | null>;
  onMailAgain: () => Promise<string | null>;
  onCancel: () => void;
}

/** The code that was mailed to make sure who changes the password. */
export function PasswordCode({ email, mailedAt, onCode, onMailAgain, onCancel }: PasswordCodeProps) {
  const { t } = useTranslation('security');
  const problem = useAuthErrorText();
  const left = useCooldown(mailedAt);
  const [sending, setSending] = useState(false);
  const [again, setAgain] = useState<{ failure: string | null } | null>(null);
  const resend = async () => {
    setSending(true);
    setAgain({ failure: await onMailAgain() });
    setSending(false);
  };
  return (
    <div className="flex flex-col gap-5 border-l-2 border-line pl-4">
      <Banner>{t('password.mailed', { email })}</Banner>
      {again && (
        <Banner tone={again.failure ? 'warning' : 'success'}>
          {again.failure ? problem(again.failure) : t('password.resent')}
        </Banner>
      )}
      <CodeForm
        label={t('code.label')}
        act={t('password.confirmAct')}
        onCode={onCode}
        onCancel={onCancel}
        aside={
          <Button disabled={left > 0} loading={sending} onClick={() => void resend()} className="tabular-nums">
            {left > 0 ? t('password.resendIn', { seconds: left }) : t('password.resend')}
          </Button>
        }
      />
    </div>
  );
}
