import { clsx } from 'clsx';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { useAsyncValue } from '#web/lib/use-async-value.ts';

interface LazyPartProps<M> {
  load: () => Promise<M>;
  /** Truthy while the visitor waits for the part: a failure is then shown. A changed value loads a missing part again. */
  wanted: unknown;
  /** Renders the note of a failure at the bottom of the window, with a button that calls this. */
  onClose?: () => void;
  /** Shown until the part is loaded. */
  placeholder?: ReactNode;
  children: (module: M) => ReactNode;
}

/**
 * Renders a part of the page whose script is loaded on demand. The rest of the page stays if the script does not load,
 * as happens offline and after a deployment, or if the part fails to render. Each attempt to load is repeated once.
 */
export function LazyPart<M>({ load, wanted, onClose, placeholder, children }: LazyPartProps<M>) {
  const { t } = useTranslation(['public', 'common']);
  const { value: module, error, isLoading, reload } = useAsyncValue(useCallback(() => importTwice(load), [load]));
  const [retries, setRetries] = useState(0);
  const [lastWanted, setLastWanted] = useState(wanted);
  if (wanted !== lastWanted) {
    setLastWanted(wanted);
    reload();
  }
  const isMissing = module === undefined;
  useEffect(() => {
    if (!isMissing) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isMissing, reload]);
  const retry = () => {
    if (module || (retries > 0 && navigator.onLine)) return location.reload();
    setRetries(retries + 1);
    reload();
  };
  const note = Boolean(wanted) && (
    <div
      className={clsx(
        'print:hidden',
        onClose &&
          'fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+--spacing(4)+var(--bar-below,0px))] z-30 mx-auto max-w-[40rem]',
      )}
    >
      <Banner
        tone="danger"
        title={t('lazyPart')}
        action={
          <Button size="small" onClick={retry}>
            {t('common:retry')}
          </Button>
        }
        {...(onClose && { onDismiss: onClose })}
      >
        {t('unreachable.text')}
      </Banner>
    </div>
  );
  if (module) return <ErrorBoundary fallback={note}>{children(module)}</ErrorBoundary>;
  return error !== null && !isLoading ? note : placeholder;
}
