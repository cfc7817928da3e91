import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { telHref } from '#core/domain/values/format.ts';
import { buttonClass } from '#web/components/ui/inputs/button.tsx';

export interface ContactListProps {
  studio: PublicStudio;
  /** Adds a button that writes to the studio with this subject, if it has an email address. */
  subject?: string;
  /** Without contact details, says how a person with a link reaches the studio. */
  orReply?: boolean;
}

const link = 'underline decoration-line decoration-1 hover:decoration-current';

/** Lists the studio's contact details, one per line. */
export function ContactList({ studio, subject, orReply = false }: ContactListProps) {
  const { t } = useTranslation('public');
  const rows = [
    [t('contact.email'), studio.email, `mailto:${studio.email}`],
    [t('contact.phone'), studio.phone, telHref(studio.phone)],
    [t('contact.website'), siteName(studio.website), webHref(studio.website)],
    [t('contact.address'), studio.address, null],
    ...studio.socialMedia.map(({ kind, url }) => [networkName(kind), handleOf(url), webHref(url)] as const),
  ] as const;
  const filledRows = rows.filter(([, text]) => text);
  if (filledRows.length === 0)
    return orReply && <p className="text-soft">{t('contact.reply', { studio: studio.name })}</p>;
  return (
    <>
      {subject !== undefined && studio.email && (
        <div>
          <a
            href={`mailto:${studio.email}?subject=${encodeURIComponent(subject)}`}
            className={buttonClass({ variant: 'primary' })}
          >
            {t('contact.write', { studio: studio.name })}
          </a>
        </div>
      )}
      <dl className="flex flex-col gap-3">
        {filledRows.map(([term, text, href]) => (
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
    </>
  );
}

/** Returns the URL if it is http or https; null otherwise. The URL is user input and may be `javascript:`. */
function webHref(url: string): string | null {
  return /^https?:\/\//i.test(url) ? url : null;
}

/** Shortens `https://www.marta.example/` to `marta.example`. */
function siteName(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** Returns the last path segment of a profile URL, i.e. the user name; otherwise the host. */
function handleOf(url: string): string {
  const name = siteName(url);
  const last = name.split('?')[0]?.split('/').at(-1);
  return last && last !== name ? last.replace(/^@?/, '@') : name;
}

function networkName(kind: string): string {
  return kind.charAt(0).toLocaleUpperCase() + kind.slice(1);
}
