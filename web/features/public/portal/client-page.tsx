import { LoaderCircle } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalGallery, PortalPage } from '#core/api/portal.ts';
import type { PublicPhoto } from '#core/api/public.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { currentLanguage } from '#web/lib/i18n/i18n.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { PhotoImage } from '../photos/photo-image.tsx';
import { GalleryAccessContext, useRenewOnResume } from '../shell/gallery-access-context.ts';
import { GalleryAccessClient } from '../shell/gallery-access.ts';
import { hasContact, PublicPage } from '../shell/public-page.tsx';
import { bookHref, type StudioSite } from '../shell/routes.ts';
import { type Opening, useOpening } from './opening.ts';
import type { PortalApi } from './portal-api.ts';
import { Contracts, Orders, PastSessions, Receipts, Tasks, UpcomingSessions } from './portal-lists.tsx';
import { Proposals } from './proposals.tsx';

interface ClientGalleriesProps extends Opening {
  galleries: readonly PortalGallery[];
  zone: string;
  portal: PortalApi;
}

/** A client's galleries with their covers. One image token serves all of them. */
function ClientGalleries({ galleries, zone, portal, openGallery, busy }: ClientGalleriesProps) {
  const access = useMemo(() => new GalleryAccessClient({ verify: () => portal.covers(), open: true }), [portal]);
  useRenewOnResume(access);
  useEffect(() => {
    void access.renew();
    return () => access.stop();
  }, [access]);
  return (
    <GalleryAccessContext value={access}>
      <ul className="gallery-cards grid gap-x-6 gap-y-10 sm:grid-cols-2">
        {galleries.map((gallery) => (
          <li key={gallery.id}>
            <GalleryButton
              gallery={gallery}
              zone={zone}
              isOpening={busy === gallery.id}
              onOpen={() => openGallery(gallery.id)}
            />
          </li>
        ))}
      </ul>
    </GalleryAccessContext>
  );
}

interface GalleryButtonProps {
  gallery: PortalGallery;
  zone: string;
  isOpening: boolean;
  onOpen: () => void;
}

function GalleryButton({ gallery, zone, isOpening, onOpen }: GalleryButtonProps) {
  const { t } = useTranslation(['portal', 'public']);
  const format = useFormat({ zone });
  const { cover, expiresAt } = gallery;
  const { name } = textsIn(gallery, currentLanguage());
  return (
    <button
      type="button"
      aria-busy={isOpening || undefined}
      onClick={onOpen}
      className="group flex w-full cursor-pointer flex-col gap-3 text-left"
    >
      <span className="gallery-card relative flex aspect-3/2 w-full items-center justify-center overflow-hidden rounded-print bg-sunken">
        {cover && (
          <span className="block max-h-full max-w-full" style={coverSize(cover)}>
            <PhotoImage galleryId={gallery.id} photo={cover} alt="" sizes="(min-width: 40rem) 26rem, 100vw" />
          </span>
        )}
        {gallery.photoCount === 0 && <span className="px-4 text-center text-soft">{t('public:empty.title')}</span>}
        {isOpening && (
          <span className="absolute inset-0 grid place-items-center bg-scrim">
            <LoaderCircle aria-hidden className="size-6 animate-spin text-paper" strokeWidth={1.5} />
          </span>
        )}
      </span>
      <span className="gallery-caption flex flex-col gap-0.5">
        <span className="text-lead font-semibold wrap-anywhere group-hover:underline">{name}</span>
        <span className="flex flex-wrap gap-x-4 text-caption text-soft">
          {gallery.photoCount > 0 && <span>{t('public:photoCount', { count: gallery.photoCount })}</span>}
          {/* The closing time is the end of a day, which may be the first instant of the next. */}
          {expiresAt > 0 && <span>{t('public:openUntil', { date: format.date(expiresAt - 1) })}</span>}
        </span>
      </span>
    </button>
  );
}

/** Largest size of a cover inside its 3:2 frame, uncropped. */
const coverSize = ({ width, height }: PublicPhoto): CSSProperties => ({
  ...(width / height >= 1.5 ? { width: '100%' } : { height: '100%' }),
  aspectRatio: width / height,
});

interface ClientPageProps {
  site: StudioSite;
  data: PortalPage;
  portal: PortalApi;
}

/** Everything of one client with a studio: first what waits for them. A section without content is left out. */
export function ClientPage({ site, data, portal }: ClientPageProps) {
  const { t } = useTranslation('portal');
  const {
    studio,
    tasks,
    proposals,
    upcoming,
    galleries,
    orders = [],
    receipts,
    contracts,
    waitingContracts = [],
    past,
  } = data;
  const { error, ...open } = useOpening(site, portal);
  const isEmpty = [tasks, proposals, upcoming, galleries, orders, receipts, contracts, waitingContracts, past].every(
    ({ length }) => length === 0,
  );
  const name = studio.name;
  return (
    <PublicPage site={site} studio={studio} booking={data.booking}>
      <div className="mx-auto flex w-full max-w-[56rem] flex-col gap-12 px-5 pt-8 md:gap-16 md:px-8 md:pt-[8vh]">
        <header className="flex flex-col gap-2">
          <h1 className="text-display font-semibold wrap-anywhere">{t('greeting', { name: data.clientName })}</h1>
          <p className="measure text-lead text-soft">{t('intro', { studio: name })}</p>
        </header>
        {error && (
          <div role="alert">
            <Banner tone="warning">{error}</Banner>
          </div>
        )}
        {isEmpty && (
          <Section title={t('empty.title')}>
            <p className="measure text-soft">{t('empty.text', { studio: name })}</p>
            {data.booking && <BookLink site={site}>{t('empty.book')}</BookLink>}
          </Section>
        )}
        {tasks.length > 0 && (
          <Section title={t('tasks.title')}>
            <Tasks data={data} {...open} />
          </Section>
        )}
        {proposals.length > 0 && (
          <Section title={t('proposals.title')}>
            <Proposals data={data} {...open} />
          </Section>
        )}
        {upcoming.length > 0 && (
          <Section title={t('upcoming.title')}>
            <UpcomingSessions data={data} {...open} />
          </Section>
        )}
        {galleries.length > 0 && (
          <Section title={t('galleries.title')}>
            <ClientGalleries galleries={galleries} zone={studio.timeZone} portal={portal} {...open} />
          </Section>
        )}
        {orders.length > 0 && (
          <Section title={t('orders.title')}>
            <Orders data={data} withdrawalHref={portal.withdrawalHref} />
          </Section>
        )}
        {receipts.length > 0 && (
          <Section title={t('receipts.title')}>
            <Receipts data={data} href={portal.receiptHref} />
          </Section>
        )}
        {contracts.length + waitingContracts.length > 0 && (
          <Section title={t('contracts.title')}>
            <Contracts data={data} href={portal.contractHref} {...open} />
          </Section>
        )}
        {past.length > 0 && (
          <Section title={t('past.title')}>
            <PastSessions data={data} />
            {data.booking && <BookLink site={site}>{t('contact.book')}</BookLink>}
          </Section>
        )}
        {hasContact(studio) && (
          <Section title={t('contact.title', { studio: name })}>
            <ContactList studio={studio} />
          </Section>
        )}
        <p className="measure text-caption text-soft">{t('personal')}</p>
      </div>
    </PublicPage>
  );
}

function BookLink({ site, children }: { site: StudioSite; children: ReactNode }) {
  return (
    <div>
      <a href={bookHref(site)} className={buttonClass()}>
        {children}
      </a>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-title font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}
