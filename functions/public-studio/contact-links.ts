import type { PublicStudio } from '#core/api/public.ts';
import { escapeHtml, telHref } from '#core/domain/values/format.ts';

interface ContactLink {
  href: string;
  label: string;
}

/** Returns how a studio is reached: by email and telephone, as far as it names them, and its page. */
export function contactLinks({ name, slug, email, phone }: PublicStudio): ContactLink[] {
  return [
    ...(email ? [{ href: `mailto:${email}`, label: email }] : []),
    ...(phone ? [{ href: telHref(phone), label: phone }] : []),
    { href: `/p/${slug}`, label: name },
  ];
}

/** Returns these links as the list of a page that needs no script. */
export function contactList(studio: PublicStudio): string {
  const items = contactLinks(studio).map(
    ({ href, label }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`,
  );
  return `<ul class="links">${items.join('')}</ul>`;
}
