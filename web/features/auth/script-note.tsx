import { useTranslation } from 'react-i18next';

/** Says in a browser without scripts that the form needs them. */
export function ScriptNote() {
  const { t } = useTranslation('auth');
  return <p className="hidden text-danger noscript:block">{t('script')}</p>;
}
