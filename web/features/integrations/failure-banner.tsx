import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';

interface FailureBannerProps {
  /** An `errors:` code; nothing is shown without one. */
  code: string | null;
  /** Text of a reached limit. */
  full: string;
}

/** Why something was not created. */
export function FailureBanner({ code, full }: FailureBannerProps) {
  const { t } = useTranslation(['integrations', 'errors']);
  if (code === null) return null;
  if (code === 'limit_reached') return <Banner tone="danger">{full}</Banner>;
  return <Banner tone="danger">{t(`errors:${code as 'unknown'}`, { defaultValue: t('errors:unknown') })}</Banner>;
}
