import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import type { GalleryAccess } from '#core/domain/galleries/grants.ts';
import { ContactList } from '../shell/contact-list.tsx';
import { MessagePage } from '../shell/message-page.tsx';
import { studioHref, type StudioSite } from '../shell/routes.ts';

interface ClosedPageProps {
  site: StudioSite;
  studio: PublicStudio | null;
  access: Exclude<GalleryAccess, 'granted' | 'password_required'>;
}

/** Says why a gallery is closed (expired, not published, withdrawn or invited only) and who can open it. */
export function ClosedPage({ site, studio, access }: ClosedPageProps) {
  const { t } = useTranslation('public');
  const name = studio?.name ?? t('theStudio');
  return (
    <MessagePage
      site={site}
      studio={studio}
      title={t(`closed.${access}.title`)}
      text={t(`closed.${access}.text`, { studio: name })}
    >
      {studio && <ContactList studio={studio} subject={t('closed.subject')} orReply />}
      {studio && (
        <p>
          <a href={studioHref(site)} className="thumb underline">
            {t('toStudio', { studio: name })}
          </a>
        </p>
      )}
    </MessagePage>
  );
}
