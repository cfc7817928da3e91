import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { telHref } from '#core/domain/format.ts';

interface ContactListProps {
  studio: PublicStudio;
}

const link = 'underline decoration-line decoration-1 hover:decoration-current';

/** Every way to reach the studio that it has told, one a line. Nothing when it told none. */
export function ContactList({ studio }: ContactListProps) {
  const { t } = useTranslation('public');
  const rows = [
    [t('contact.email'), studio.email, `mailto:${studio.email}`],
    [t('contact.phone'), studio.phone, telHref(studio.phone)],
    [t('contact.website'), siteName(studio.website), webHref(studio.website)],
    [t('contact.address'), studio.address, null],
    ...studio.socialMedia.map(({ kind, url }) => [networkName(kind), handleOf(url), webHref(url)] as const),
  ] as const;
  const told = rows.filter(([, text]) => text);
  if (told.length === 0) return null;
  return (
    <dl className="flex flex-col gap-3">
      {told.map(([term, text, href]) => (
        <div key={`${term} ${text}`} className="flex min-h-6 flex-wrap gap-x-4">
          <dt className="w-24 shrink-0 text-soft">{term}</dt>
          <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
            {href ? (
              <a href={href} className={`thumb ${link}`} rel="noopener">
                {text}
              </a>
            ) : (
              text
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Only the web: an address is somebody else's text, and `javascript:` is an address too. */
function webHref(url: string): string | null {
  return /^https?:\/\//i.test(url) ? url : null;
}

/** `https://www.marta.example/` reads as `marta.example`. */
function siteName(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** The last part of a profile's address, which is the name people know; otherwise the site. */
function handleOf(url: string): string {
  const name = siteName(url);
  const last = name.split('?')[0]?.split('/').at(-1);
  return last && last !== name ? last.replace(/^@?/, '@') : name;
}

function networkName(kind: string): string {
  return kind.charAt(0).toLocaleUpperCase() + kind.slice(1);
}
