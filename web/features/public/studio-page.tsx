import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { ContactList } from './contact-list.tsx';
import { GalleryCards } from './cover-cards.tsx';
import { importBooking } from './import-booking.ts';
import type { StudioPageData } from './page-data.ts';
import type { PublicApi } from './public-api.ts';
import { PublicPage } from './public-page.tsx';
import { bookHref, type StudioSite } from './routes.ts';
import { useStudioTheme } from './use-studio-look.ts';

const BookableTypes = lazy(async () => ({ default: (await importBooking()).BookableTypes }));

interface StudioPageProps {
  site: StudioSite;
  data: StudioPageData;
  api: PublicApi;
}

/** Who the studio is, how to reach it, what it shows: never blank, even when it told no more than its name. */
export function StudioPage({ site, data: { studio, galleries, booking }, api }: StudioPageProps) {
  const { t } = useTranslation('public');
  useStudioTheme(studio);
  const silent = !studio.bio && !studio.email && !studio.phone && galleries.length === 0 && !booking;
  return (
    <PublicPage site={site} studio={studio} bare>
      <header
        className={clsx(
          'grid gap-x-16 gap-y-10 px-5 pt-[10vh] pb-14 md:grid-cols-[3fr_2fr] md:px-8 md:pt-[16vh] md:pb-20',
          // A name alone stands like the title of a book.
          silent && 'min-h-[78svh] content-end',
        )}
      >
        <div className="flex flex-col gap-6">
          {studio.logoUrl && (
            <img src={studio.logoUrl} alt="" className="max-h-24 max-w-64 self-start object-contain" />
          )}
          <h1 className={studio.logoUrl ? 'text-title font-semibold' : 'text-display font-semibold wrap-anywhere'}>
            {studio.name}
          </h1>
          {studio.bio && <p className="measure text-lead whitespace-pre-line">{studio.bio}</p>}
          {silent && <p className="measure text-lead text-soft">{t('studio.silent', { studio: studio.name })}</p>}
        </div>
        <div className="flex flex-col items-start gap-8 md:self-end">
          <ContactList studio={studio} />
          {booking && (
            <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
              {t('studio.book')}
            </a>
          )}
        </div>
      </header>
      {galleries.length > 0 ? (
        <section className="flex flex-col gap-6 px-5 md:px-8">
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.galleries')}</h2>
          <GalleryCards site={site} galleries={galleries} zone={studio.timeZone} api={api} />
        </section>
      ) : (
        !silent &&
        !booking && <p className="mx-5 border-t border-line pt-6 text-soft md:mx-8">{t('studio.noGalleries')}</p>
      )}
      {booking && (
        <section className={clsx('flex flex-col gap-6 px-5 md:px-8', galleries.length > 0 && 'pt-14 md:pt-20')}>
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.sessions')}</h2>
          <Suspense fallback={<Skeleton className="h-24 w-full" />}>
            <BookableTypes site={site} slug={studio.slug} api={api} />
          </Suspense>
        </section>
      )}
    </PublicPage>
  );
}
