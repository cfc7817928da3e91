import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { useConsent, useDecide } from '#web/lib/reporting/consent.tsx';
import { Button } from '../ui/inputs/button.tsx';

/**
 * Asks for consent at the window's bottom, until the person has decided. Above the phone's navigation; in the page's
 * flow, so that the end of the page is never below it.
 */
export function ConsentBar({ aboveNavigation = false }: { aboveNavigation?: boolean }) {
  const { t } = useTranslation('consent');
  const { isAsked } = useConsent();
  const { choose, busy, failed } = useDecide();
  if (!isAsked) return null;
  return (
    <section
      aria-label={t('title')}
      className={clsx(
        'sticky bottom-0 z-30 border-t border-line bg-raised px-4 py-3 md:px-8',
        aboveNavigation && 'max-md:bottom-14',
      )}
    >
      <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <p className="measure text-caption text-soft">
          {t('text')}{' '}
          <a href="/privacy" className="text-ink">
            {t('privacy')}
          </a>
          {failed && (
            <span role="alert" className="block text-danger">
              {t('failed')}
            </span>
          )}
        </p>
        <div className="flex gap-2 *:min-w-32 max-sm:w-full max-sm:*:flex-1">
          <Button disabled={busy} onClick={() => void choose(false)}>
            {t('refuse')}
          </Button>
          <Button disabled={busy} onClick={() => void choose(true)}>
            {t('allow')}
          </Button>
        </div>
      </div>
    </section>
  );
}
