import { clsx } from 'clsx';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { readLogo } from '#core/domain/branding/logo.ts';
import { readStudioPhoto } from '#core/domain/branding/studio-photos.ts';
import { Skeleton } from '#web/components/ui/feedback/skeleton.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { importBooking } from '../booking/import-booking.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { isFailure } from '../shell/failure.ts';
import { LazyPart } from '../shell/lazy-part.tsx';
import { FailedPage, WaitingPage } from '../shell/message-page.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import type { PageData, StudioPageData } from '#core/api/page-data.ts';
import type { PublicApi } from '../shell/public-api.ts';
import { hasContact, hasTheme, PublicPage, StudioMark } from '../shell/public-page.tsx';
import { bookHref, type StudioSite } from '../shell/routes.ts';
import { Portrait, StudioCover } from '../shell/studio-photo.tsx';
import { useRequest } from '../shell/use-request.ts';
import { ContactSection } from './contact-section.tsx';
import { GalleryCard, GalleryCards, useCoverAccess } from './gallery-cards.tsx';

interface StudioPageProps {
  site: StudioSite;
  data: StudioPageData;
  /** True on the page after the contact form was sent. */
  sent: boolean;
  api: PublicApi;
}

type Template = PublicStudio['theme']['template'];

/** Arrangement of the page's opening per template: of its box, of the text and of the first gallery's cover. */
const OPENINGS: Record<Template, { box: string; text: string; picture: string }> = {
  modern: {
    box: 'md:grid-cols-[2fr_3fr] md:grid-rows-[auto_1fr]',
    text: '',
    picture: 'md:col-start-2 md:row-span-2 md:row-start-1',
  },
  editorial: {
    box: 'md:grid-cols-[3fr_2fr] md:grid-rows-[1fr_auto]',
    text: 'md:col-start-2 md:self-end',
    picture: 'md:col-start-1 md:row-span-2 md:row-start-1',
  },
  classic: { box: 'justify-items-center text-center', text: 'items-center', picture: 'w-full' },
  minimal: { box: '', text: '', picture: '' },
  bold: { box: '', text: '', picture: '' },
  story: { box: 'justify-items-center text-center', text: 'items-center', picture: '' },
};

/** Templates that open with the cover across the window. */
const BLEEDS: ReadonlySet<Template> = new Set(['bold', 'story']);

const FRAME = 'mx-auto w-full max-w-(--container) px-5 md:px-8';
const SECTION_GAP = 'pt-[calc(--spacing(14)*var(--gap))] md:pt-[calc(--spacing(20)*var(--gap))]';

/**
 * Shows the studio's name, pictures, bookable sessions, contact details and contact form. Never blank, even if only the
 * name is set.
 */
export function StudioPage({ site, data: { studio, galleries, booking, contact }, sent, api }: StudioPageProps) {
  const { t } = useTranslation('public');
  const access = useCoverAccess(galleries, api);
  const isThemed = hasTheme(studio);
  const template = isThemed ? studio.theme.template : 'modern';
  // The studio's cover opens the page, or else the first gallery's; the list below has the others.
  const hasCover = template !== 'minimal' && readStudioPhoto(studio.coverPhoto) !== null;
  const opener = !hasCover && galleries[0]?.cover && template !== 'minimal' ? galleries[0] : null;
  const others = opener ? galleries.slice(1) : galleries;
  const first = hasCover || opener !== null;
  const bleeds = first && BLEEDS.has(template);
  const opening = OPENINGS[template];
  const bio = (studio.bio || studio.profilePhoto) && (
    <div className={clsx('flex flex-col gap-4', opening.text)}>
      <Portrait studio={studio} />
      {studio.bio && <p className="measure text-lead whitespace-pre-line">{studio.bio}</p>}
    </div>
  );
  const bookLink = booking && (
    <a href={bookHref(site)} className={buttonClass({ variant: 'primary' })}>
      {t('studio.book')}
    </a>
  );
  const silent = !studio.bio && !studio.email && !studio.phone && galleries.length === 0 && !booking;
  // With a theme the menu has the logo.
  const hasLogo = !isThemed && readLogo(studio.logoUrl) !== null;
  const cover = (hero: 'whole' | 'bleed') =>
    opener ? (
      <GalleryCard site={site} gallery={opener} zone={studio.timeZone} access={access} hero={hero} eager />
    ) : (
      <StudioCover studio={studio} bleeds={hero === 'bleed'} />
    );
  return (
    <PublicPage site={site} studio={studio} bare={!isThemed} booking={booking}>
      {bleeds && template === 'story' && cover('bleed')}
      <div className={clsx(template === 'bold' && '@container')}>
        <header
          id={others.length === 0 ? 'galleries' : undefined}
          className={clsx(
            'studio-opening grid gap-x-12 gap-y-8 pt-10 pb-14 md:pt-14 md:pb-20 lg:gap-x-16',
            FRAME,
            first ? opening.box : clsx('md:grid-cols-[3fr_2fr]', template !== 'minimal' && 'md:pt-[16vh]'),
            // A name without further content starts lower on the page.
            silent && 'min-h-[78svh] content-end',
          )}
        >
          <div className={clsx('flex min-w-0 flex-col gap-6', first && opening.text)}>
            {hasLogo && <StudioMark studio={studio} width={256} height={96} />}
            <h1 className={hasLogo ? 'text-title font-semibold' : 'text-display font-semibold wrap-anywhere'}>
              {studio.name}
            </h1>
            {!first && bio}
            {silent && <p className="measure text-lead text-soft">{t('studio.silent', { studio: studio.name })}</p>}
          </div>
          {first ? (
            <>
              {!bleeds && <div className={clsx('min-w-0', opening.picture)}>{cover('whole')}</div>}
              {template === 'bold' && (
                // As wide as the window, out of the page's frame.
                <div className="mx-[calc(50%-50cqw)]">{cover('bleed')}</div>
              )}
              <div className={clsx('flex min-w-0 flex-col items-start gap-8', opening.text)}>
                {bio}
                {bookLink}
              </div>
            </>
          ) : (
            <div className="flex flex-col items-start gap-8 md:self-end">
              {template !== 'minimal' && <ContactList studio={studio} />}
              {bookLink}
            </div>
          )}
        </header>
      </div>
      {others.length > 0 ? (
        <section id="galleries" className={clsx('flex flex-col gap-6', FRAME)}>
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.galleries')}</h2>
          <GalleryCards
            site={site}
            galleries={others}
            zone={studio.timeZone}
            access={access}
            isColumn={template === 'story'}
          />
        </section>
      ) : (
        !silent &&
        !first &&
        !booking && (
          <div className={FRAME}>
            <p className="border-t border-line pt-6 text-soft">{t('studio.noGalleries')}</p>
          </div>
        )
      )}
      {booking && (
        <section className={clsx('flex flex-col gap-6', FRAME, others.length > 0 && SECTION_GAP)}>
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
      {(contact || ((first || template === 'minimal') && hasContact(studio))) && (
        <section
          id="contact"
          className={clsx('flex flex-col gap-6', FRAME, (others.length > 0 || booking || first) && SECTION_GAP)}
        >
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.contact')}</h2>
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
            {(first || template === 'minimal') && hasContact(studio) && <ContactList studio={studio} />}
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
  const { slug } = site;
  const inPage = data?.kind === 'studio' ? data : null;
  const load = useMemo(() => (inPage || slug === null ? null : () => api.studio(slug)), [inPage, slug, api]);
  const { data: answer, failure, retry } = useRequest<StudioPageData>(load);
  const page = inPage ?? answer;
  if (page) return <StudioPage site={site} data={page} api={api} sent={inPage?.sent === true} />;
  if (slug === null || isFailure(failure, 'not_found')) return <NotFoundPage site={site} studio={null} />;
  if (failure !== null) return <FailedPage site={site} studio={null} onRetry={retry} />;
  return <WaitingPage site={site} studio={null} />;
}
