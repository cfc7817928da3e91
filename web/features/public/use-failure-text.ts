import { useTranslation } from 'react-i18next';
import { isFailure } from './failure.ts';

/** Says what went wrong, and when it is worth trying again. */
export function useFailureText(): (failure: unknown) => string {
  const { t } = useTranslation(['public', 'errors']);
  return (failure) => {
    if (!isFailure(failure)) return t('errors:unknown');
    const seconds = Number(failure.params.retryAfter);
    if (failure.code !== 'rate_limited' || !(seconds > 0)) return t([`errors:${failure.code}`, 'errors:unknown']);
    if (seconds <= 90) return t('tooManyTries.seconds', { count: Math.ceil(seconds) });
    return t('tooManyTries.minutes', { count: Math.ceil(seconds / 60) });
  };
}
