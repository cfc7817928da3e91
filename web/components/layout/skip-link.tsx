import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/inputs/button.tsx';

/** First stop of the keyboard: skips the navigation to `#content`. */
export function SkipLink() {
  const { t } = useTranslation('common');
  return (
    <a
      href="#content"
      className={`${buttonClass({ variant: 'primary' })} sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-2.5`}
    >
      {t('skipToContent')}
    </a>
  );
}
