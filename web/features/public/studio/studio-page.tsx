import { clsx } from 'clsx';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ContactList } from '../shell/contact-list.tsx';
import { isFailure } from '../shell/failure.ts';
import { importBooking } from '../shell/import-booking.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import { FailedPage, WaitingPage } from '../shell/message-page.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import type { PageData, StudioPageData } from '../shell/page-data.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { PublicPage } from '../shell/public-page.tsx';
import { bookHref, type StudioSite } from '../shell/routes.ts';
import { useStudioTheme } from '../shell/studio-theme.ts';
import { ContactSection } from './contact-section.tsx';
import { GalleryCard, GalleryCards, useCoverAccess } from './gallery-cards.tsx';

interface StudioPageProps {
  site: StudioSite;
  data: StudioPageData;
  /** True on the page after the contact form was sent. */
  sent: boolean;
  api: PublicApi;
}

/** Shows the studio's name, pictures, bookable sessions, contact details and contact form. Never blank, even if only the name is set. */
function StudioPage({ site, data: { studio, galleries, booking, contact }, sent, api }: StudioPageProps) {
  const { t } = useTranslation('public');
  useStudioTheme(studio);
  const access = useCoverAccess(galleries, api);
  // The first gallery's cover opens the page; the list below has the others.
  const first = galleries[0]?.cover ? galleries[0] : null;
  const others = first ? galleries.slice(1) : galleries;
  const bio = studio.bio && <p className="measure text-lead whitespace-pre-line">{studio.bio}</p>;
  const bookLink = booking && (
    <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
      {t('studio.book')}
    </a>
  );
  const { email, phone, website, address, socialMedia } = studio;
  const hasContact = Boolean(email || phone || website || address || socialMedia.length > 0);
  const silent = !studio.bio && !studio.email && !studio.phone && galleries.length === 0 && !booking;
  return (
    <PublicPage site={site} studio={studio} bare>
      <header
        className={clsx(
          'grid gap-x-12 gap-y-8 px-5 pt-10 pb-14 md:px-8 md:pt-14 md:pb-20 lg:gap-x-16',
          first ? 'md:grid-cols-[2fr_3fr] md:grid-rows-[auto_1fr]' : 'md:grid-cols-[3fr_2fr] md:pt-[16vh]',
          // A name without further content is placed lower on the page.
          silent && 'min-h-[78svh] content-end',
        )}
      >
        <div className="flex min-w-0 flex-col gap-6">
          {studio.logoUrl && (
            <img src={studio.logoUrl} alt="" className="max-h-24 max-w-64 self-start object-contain" />
          )}
          <h1 className={studio.logoUrl ? 'text-title font-semibold' : 'text-display font-semibold wrap-anywhere'}>
            {studio.name}
          </h1>
          {!first && bio}
          {silent && <p className="measure text-lead text-soft">{t('studio.silent', { studio: studio.name })}</p>}
        </div>
        {first ? (
          <>
            <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-1">
              <GalleryCard site={site} gallery={first} zone={studio.timeZone} access={access} hero />
            </div>
            <div className="flex min-w-0 flex-col items-start gap-8">
              {bio}
              {bookLink}
            </div>
          </>
        ) : (
          <div className="flex flex-col items-start gap-8 md:self-end">
            <ContactList studio={studio} />
            {bookLink}
          </div>
        )}
      </header>
      {others.length > 0 ? (
        <section className="flex flex-col gap-6 px-5 md:px-8">
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.galleries')}</h2>
          <GalleryCards site={site} galleries={others} zone={studio.timeZone} access={access} />
        </section>
      ) : (
        !silent &&
        !first &&
        !booking && <p className="mx-5 border-t border-line pt-6 text-soft md:mx-8">{t('studio.noGalleries')}</p>
      )}
      {booking && (
        <section className={clsx('flex flex-col gap-6 px-5 md:px-8', others.length > 0 && 'pt-14 md:pt-20')}>
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.sessions')}</h2>
          <LazyPart load={importBooking} wanted placeholder={<Skeleton className="h-24 w-full" />}>
            {({ BookableTypes }) => (
              <Suspense fallback={<Skeleton className="h-24 w-full" />}>
                <BookableTypes site={site} slug={studio.slug} api={api} />
              </Suspense>
            )}
          </LazyPart>
        </section>
      )}
      {(contact || (first && hasContact)) && (
        <section
          id="contact"
          className={clsx(
            'flex flex-col gap-6 px-5 md:px-8',
            (others.length > 0 || booking || first) && 'pt-14 md:pt-20',
          )}
        >
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.contact')}</h2>
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
            {first && hasContact && <ContactList studio={studio} />}
            {contact && (
              <div className="max-w-2xl">
                <ContactSection studio={studio} contact={contact} api={api} sent={sent} />
              </div>
            )}
          </div>
        </section>
      )}
    </PublicPage>
  );
}

interface StudioRouteProps {
  site: StudioSite;
  data: PageData | null;
  api: PublicApi;
}

/** Renders the studio page from the page data, or else from the API. */
export function StudioRoute({ site, data, api }: StudioRouteProps) {
  const [page, setPage] = useState<StudioPageData | null>(data?.kind === 'studio' ? data : null);
  const [failure, setFailure] = useState<'missing' | 'failed' | null>(site.slug === null && !page ? 'missing' : null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (page || site.slug === null) return;
    let cancelled = false;
    api.studio(site.slug).then(
      (answer) => {
        if (!cancelled) setPage(answer);
      },
      (error: unknown) => {
        if (!cancelled) setFailure(isFailure(error, 'not_found') ? 'missing' : 'failed');
      },
    );
    return () => {
      cancelled = true;
    };
  }, [api, site.slug, page, attempt]);
  const retry = () => {
    setFailure(null);
    setAttempt(attempt + 1);
  };
  if (page)
    return <StudioPage site={site} data={page} api={api} sent={data?.kind === 'studio' && data.sent === true} />;
  if (failure === 'missing') return <NotFoundPage site={site} studio={null} />;
  if (failure === 'failed') return <FailedPage site={site} studio={null} onRetry={retry} />;
  return <WaitingPage site={site} studio={null} />;
}
