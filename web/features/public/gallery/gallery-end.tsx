import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { PublicGallery } from '#core/api/public.ts';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { bookHref, studioHref, type StudioSite } from '../shell/routes.ts';

interface GalleryEndProps {
  site: StudioSite;
  page: PublicGallery;
  /** Null if this visitor may not download. */
  onDownload: (() => void) | null;
}

/** Thanks the visitor below the last photo, and offers the download and another session or the studio's contact. */
export function GalleryEnd({ site, page: { studio, booking }, onDownload }: GalleryEndProps) {
  const { t } = useTranslation(['public', 'common']);
  const link = booking
    ? { href: bookHref(site), text: t('end.book') }
    : studio.email
      ? { href: `mailto:${studio.email}`, text: t('contact.write', { studio: studio.name }) }
      : { href: studioHref(site), text: t('toStudio', { studio: studio.name }) };
  return (
    <section className="gallery-end flex flex-col items-center gap-6 px-5 pt-20 pb-4 text-center print:hidden">
      <h2 className="text-title font-semibold">{t('end.title')}</h2>
      <div className="flex flex-wrap justify-center gap-2">
        {onDownload && (
          <Button icon={<Download />} onClick={onDownload}>
            {t('common:download')}
          </Button>
        )}
        <a href={link.href} className={buttonClass()}>
          {link.text}
        </a>
      </div>
    </section>
  );
}
