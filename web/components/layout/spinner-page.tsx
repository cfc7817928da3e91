import { useTranslation } from 'react-i18next';
import { Spinner } from '../ui/feedback/spinner.tsx';

/** Shown while the session is read. */
export function SpinnerPage() {
  const { t } = useTranslation('common');
  return (
    <div className="flex min-h-[70dvh] items-center justify-center">
      <Spinner text={t('loading')} />
    </div>
  );
}
