import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { isInAppBrowser } from '../in-app-browser.ts';

interface CalendarLinkProps {
  slug: string;
  token: string;
  /** The next thing to do. */
  first: boolean;
}

/** The appointment as a file: a plain link, which phones hand to their calendar and which needs no script. */
export function CalendarLink({ slug, token, first }: CalendarLinkProps) {
  const { t } = useTranslation('booking');
  const href = `/api/p/${encodeURIComponent(slug)}/bookings/${encodeURIComponent(token)}/session.ics`;
  return (
    <div className="flex flex-col items-start gap-2">
      <a href={href} className={buttonClass(first ? { variant: 'primary' } : {})}>
        <CalendarPlus aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
        {t('own.calendar')}
      </a>
      {isInAppBrowser(navigator.userAgent) && <p className="text-caption text-soft">{t('own.inApp')}</p>}
    </div>
  );
}
