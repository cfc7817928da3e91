import { clsx } from 'clsx';
import { CircleExclamationPoint, CircleCheck, Info, TriangleExclamationPoint, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../inputs/button.tsx';

type BannerTone = 'info' | 'success' | 'warning' | 'danger';

const looks = {
  info: { icon: Info, surface: 'bg-hover', ink: 'text-ink' },
  success: { icon: CircleCheck, surface: 'bg-success-tint', ink: 'text-success' },
  warning: { icon: TriangleExclamationPoint, surface: 'bg-warning-tint', ink: 'text-warning' },
  danger: { icon: CircleExclamationPoint, surface: 'bg-danger-tint', ink: 'text-danger' },
} as const;

interface BannerProps {
  tone?: BannerTone;
  title?: string;
  /** Says what happened, what is safe and what to do. */
  children?: ReactNode;
  /** A small button or link. */
  action?: ReactNode;
  onDismiss?: () => void;
}

/** Shows the text of an `errors:` code; nothing without one. */
export function ErrorBanner({ code }: { code: string | null }) {
  const { t } = useTranslation('errors');
  return code && <Banner tone="danger">{t(code as 'unknown', { defaultValue: t('unknown') })}</Banner>;
}

/** Shows a lasting state: offline, expired, rejected. Use a toast for events. */
export function Banner({ tone = 'info', title, children, action, onDismiss }: BannerProps) {
  const { t } = useTranslation('common');
  const { icon: Icon, surface, ink } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={clsx('flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-4 py-3', surface)}
    >
      <Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', ink)} strokeWidth={1.5} />
      <div className="min-w-0 flex-1 basis-48">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className={clsx('measure', title && 'text-soft')}>{children}</div>}
      </div>
      {action && <div className="max-sm:ml-8">{action}</div>}
      {onDismiss && (
        <IconButton label={t('dismiss')} icon={<X aria-hidden />} onClick={onDismiss} className="-my-2.5 -mr-3" />
      )}
    </div>
  );
}
