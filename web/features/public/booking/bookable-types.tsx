import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import type { PublicApi } from '../public-api.ts';
import { bookHref, type StudioSite } from '../routes.ts';
import { createBookingApi } from './booking-api.ts';
import { TypeList } from './type-list.tsx';
import { useRequest } from './use-loaded.ts';

interface BookableTypesProps {
  site: StudioSite;
  slug: string;
  api: PublicApi;
}

/** On the studio's own page: what can be booked, each a link to its free times. */
export function BookableTypes({ site, slug, api: calls }: BookableTypesProps) {
  const { t } = useTranslation('booking');
  const api = useMemo(() => createBookingApi(calls, slug), [calls, slug]);
  const { data, failure } = useRequest(useCallback(() => api.types(), [api]));
  if (data && data.types.length > 0) {
    return <TypeList site={site} types={data.types} currency={data.currency} heading="h3" link="a" />;
  }
  if (!data && failure === null) return <Skeleton className="h-24 w-full" />;
  // Whatever went wrong, the booking page itself says what to do.
  return (
    <div>
      <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
        {t('section.go')}
      </a>
    </div>
  );
}
