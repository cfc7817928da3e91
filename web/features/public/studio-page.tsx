import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { ContactList } from './contact-list.tsx';
import { CoverCards } from './cover-cards.tsx';
import type { StudioPageData } from './page-data.ts';
import type { PublicApi } from './public-api.ts';
import { PublicPage } from './public-page.tsx';
import type { StudioSite } from './routes.ts';
import { useStudioLook } from './use-studio-look.ts';

interface StudioPageProps {
  site: StudioSite;
  data: StudioPageData;
  api: PublicApi;
}

/** Who the studio is, how to reach it, what it shows: never blank, even when it told no more than its name. */
export function StudioPage({ site, data: { studio, galleries }, api }: StudioPageProps) {
  const { t } = useTranslation('public');
  useStudioLook(studio);
  const silent = !studio.bio && !studio.email && !studio.phone && galleries.length === 0;
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
        <div className="md:self-end">
          <ContactList studio={studio} />
        </div>
      </header>
      {galleries.length > 0 ? (
        <section className="flex flex-col gap-6 px-5 md:px-8">
          <h2 className="border-t border-line pt-6 text-title font-semibold">{t('studio.galleries')}</h2>
          <CoverCards site={site} galleries={galleries} zone={studio.timeZone} api={api} />
        </section>
      ) : (
        !silent && <p className="mx-5 border-t border-line pt-6 text-soft md:mx-8">{t('studio.noGalleries')}</p>
      )}
    </PublicPage>
  );
}
