import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalPage } from '#core/api/portal.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ContactList } from '../booking/lazy-shared.tsx';
import { hasContact, PublicPage } from '../shell/public-page.tsx';
import { bookHref, type StudioSite } from '../shell/routes.ts';
import { ClientGalleries } from './client-galleries.tsx';
import type { PortalApi } from './portal-api.ts';
import { useOpening } from './opening.ts';
import { Contracts, PastSessions, Receipts, Tasks, UpcomingSessions } from './portal-lists.tsx';

interface ClientPageProps {
  site: StudioSite;
  data: PortalPage;
  portal: PortalApi;
}

/** Everything of one client with a studio: first what waits for them. A section without content is left out. */
export function ClientPage({ site, data, portal }: ClientPageProps) {
  const { t } = useTranslation('portal');
  const { studio, tasks, upcoming, galleries, receipts, contracts, past } = data;
  const { openSession, openGallery, busy, error } = useOpening(site, portal);
  const open = { openSession, openGallery, busy };
  const isEmpty = [tasks, upcoming, galleries, receipts, contracts, past].every(({ length }) => length === 0);
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
        {receipts.length > 0 && (
          <Section title={t('receipts.title')}>
            <Receipts data={data} href={portal.receiptHref} />
          </Section>
        )}
        {contracts.length > 0 && (
          <Section title={t('contracts.title')}>
            <Contracts data={data} href={portal.contractHref} />
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
