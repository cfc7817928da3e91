import { useTranslation } from 'react-i18next';
import { Button } from '#web/components/ui/inputs/button.tsx';

interface LoadFailureProps {
  /** Code of the failure in `errors`. */
  code: string;
  /** Text instead of "No connection", if it can say more. */
  offline?: string;
  onRetry: () => void;
}

/** Data of the server that could not be loaded, with a button to try again. */
export function LoadFailure({ code, offline, onRetry }: LoadFailureProps) {
  const { t } = useTranslation(['errors', 'common']);
  return (
    <div role="alert" className="column flex flex-wrap items-center gap-4 border-y border-line py-3">
      <p className="grow basis-72 text-soft">
        {code === 'network' && offline
          ? offline
          : t(`errors:${code}` as 'errors:unknown', { defaultValue: t('errors:unknown') })}
      </p>
      <Button onClick={onRetry}>{t('common:retry')}</Button>
    </div>
  );
}
