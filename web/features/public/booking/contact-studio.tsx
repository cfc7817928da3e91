import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { MessagePage } from '../shell/message-page.tsx';
import { studioHref, type StudioSite } from '../shell/routes.ts';
import { ContactList } from '../shell/contact-list.tsx';

interface ContactStudioProps {
  site: StudioSite;
  studio: PublicStudio | null;
  title: string;
  text: string;
  /** Subject of the visitor's email. */
  subject: string;
}

/** Shows a message and every way to reach the studio, for problems that only the studio can solve. */
export function ContactStudio({ site, studio, title, text, subject }: ContactStudioProps) {
  const { t } = useTranslation('public');
  return (
    <MessagePage site={site} studio={studio} title={title} text={text}>
      {studio && (
        <>
          <ContactList studio={studio} subject={subject} />
          <p>
            <a href={studioHref(site)} className="thumb underline">
              {t('toStudio', { studio: studio.name })}
            </a>
          </p>
        </>
      )}
    </MessagePage>
  );
}
