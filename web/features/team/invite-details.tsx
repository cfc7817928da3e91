import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from '#web/components/layout/error-boundary.tsx';
import { NarrowPage } from '#web/components/layout/narrow-page.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { paths } from '#web/lib/paths.ts';
import type { InvitePreview } from './use-invite.ts';
import { useRoleLabels } from './use-role-labels.ts';

/** Shows the studio, the inviting member, the role and its rights. */
export function InviteDetails({ look: { studio, role, invitedBy } }: { look: InvitePreview }) {
  const { t } = useTranslation('team');
  const roleTexts = useRoleLabels();
  return (
    <div className="flex flex-col gap-2">
      <p>{t('join.text', { who: invitedBy, studio })}</p>
      <p>
        <span className="font-medium text-ink">{t('join.role', { role: roleTexts.name(role) })}</span>
        <span className="block text-caption">{roleTexts.hint(role)}</span>
      </p>
    </div>
  );
}

/** Texts for codes about the invitation itself. */
const NEXT: Readonly<Record<string, 'unknown' | 'used' | 'expired'>> = {
  not_found: 'unknown',
  validation_failed: 'unknown',
  invite_invalid: 'unknown',
  invite_used: 'used',
  invite_expired: 'expired',
};

interface InviteErrorProps {
  brand: ReactNode;
  code: string;
  /** Missing where only codes about the invitation itself arrive. */
  onRetry?: () => void;
}

/** Says why an invitation cannot be answered, and the next step. */
export function InviteError({ brand, code, onRetry }: InviteErrorProps) {
  const { t } = useTranslation(['team', 'errors']);
  const next = NEXT[code];
  const title = t('join.failed.title');
  if (!next) {
    const errorText = t(`errors:${code as 'unknown'}`, { defaultValue: t('errors:unknown') });
    return <ErrorScreen title={title} description={errorText} detail={code} {...(onRetry && { onRetry })} />;
  }
  return (
    <NarrowPage brand={brand} title={title} intro={t(`join.failed.${next}`)}>
      <a href={paths.home} className={buttonClass({ variant: 'primary' })}>
        {t('join.failed.home')}
      </a>
    </NarrowPage>
  );
}
