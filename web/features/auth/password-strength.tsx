import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { passwordStrength } from '#web/lib/auth/password-strength.ts';

interface PasswordStrengthProps {
  password: string;
  /** Values that an attacker knows of the person: email address, name, studio. */
  hints: readonly string[];
}

/** Shows the strength of the typed password and advice, in a polite live region. */
export function PasswordStrength({ password, hints }: PasswordStrengthProps) {
  const { t } = useTranslation('auth');
  const { score, advice, missing } = passwordStrength(password, hints);
  const advised = advice === 'short' ? t('strength.advice.short', { count: missing }) : t(`strength.advice.${advice}`);
  return (
    <div className="-mt-2 flex flex-col gap-1.5">
      <div aria-hidden className="flex gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx(
              'h-1 flex-1 rounded-full',
              password && step <= Math.max(1, score) ? tone(score) : 'bg-line',
            )}
          />
        ))}
      </div>
      <p role="status" className="text-caption text-soft">
        {password && (
          <>
            <span className="sr-only">{`${t('strength.label', { level: t(`strength.level.${score}`) })}. `}</span>
            {advised}
          </>
        )}
      </p>
    </div>
  );
}

function tone(score: number): string {
  if (score < 2) return 'bg-danger';
  return score === 2 ? 'bg-warning' : 'bg-success';
}
