import { isSiteLink } from '#core/domain/site/site-links.ts';

/** Targets of a link, in the order of the choice. */
export const LINK_KINDS = ['page', 'gallery', 'book', 'journal', 'web', 'mail', 'phone'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A link as its field shows it. */
export interface LinkParts {
  kind: LinkKind;
  /** Id of the page or gallery, or the address as it is typed. */
  value: string;
}

/** Characters of a link, as in core/domain/site/pages.ts. */
const MAX_LINK = 500;

/** Returns the parts of a stored link. */
export function linkParts(link: string): LinkParts {
  if (link === 'book' || link === 'journal') return { kind: link, value: '' };
  const [, scheme = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(link) ?? [];
  if (scheme === 'page' || scheme === 'gallery') return { kind: scheme, value: rest };
  if (scheme.toLowerCase() === 'mailto') return { kind: 'mail', value: rest };
  if (scheme.toLowerCase() === 'tel') return { kind: 'phone', value: rest };
  return { kind: 'web', value: link };
}

/** Returns the stored form of a link; null if it is not complete or leads nowhere. */
export function linkOf({ kind, value }: LinkParts): string | null {
  const link = written(kind, value.trim());
  return link.length <= MAX_LINK && isSiteLink(link) ? link : null;
}

function written(kind: LinkKind, value: string): string {
  if (kind === 'book' || kind === 'journal') return kind;
  if (kind === 'page' || kind === 'gallery') return `${kind}:${value}`;
  if (kind === 'mail') return `mailto:${value}`;
  if (kind === 'phone') return `tel:${value}`;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return value;
  // A host without a dot is a typo, except on one's own machine.
  return /^[^\s/?#]+\.[^\s/?#.]/.test(value) ? `https://${value}` : '';
}
