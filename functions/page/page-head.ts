import type { Language } from '#core/domain/languages.ts';
import ca from '#locales/ca/page.json' with { type: 'json' };
import en from '#locales/en/page.json' with { type: 'json' };
import es from '#locales/es/page.json' with { type: 'json' };
import { formatText } from '../lib/texts.ts';
import type { PageData } from './page-data.ts';

const TEXTS = { en, es, ca } as const;

/** What a page says of itself to browsers, search engines and link previews. */
export interface PageHead {
  title: string;
  description: string;
  /** Search engines keep out of whatever is not meant for everybody. */
  index: boolean;
  /** The picture of link previews, with its size in pixels and what it shows. */
  image: { path: string; width: number; height: number; alt: string } | null;
}

/** The back office. */
export function appHead(language: Language): PageHead {
  return { title: formatText(TEXTS[language], language, 'app.title'), description: '', index: false, image: null };
}

/** A public page. A closed door names the studio and nothing of what lies behind it. */
export function pageHead(data: PageData, ogToken: string | null, language: Language): PageHead {
  const text = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    formatText(TEXTS[language], language, key, values);
  switch (data.kind) {
    case 'landing':
      return { title: text('landing.title'), description: text('landing.description'), index: true, image: null };
    case 'studio': {
      const studio = data.studio.name;
      const description = excerpt(data.studio.bio) || text('studio.description', { studio });
      return { title: studio, description, index: true, image: null };
    }
    case 'gallery': {
      const { gallery } = data;
      const studio = data.studio.name;
      return {
        title: text('gallery.title', { gallery: gallery.name, studio }),
        description: excerpt(gallery.description) || text('gallery.description', { count: gallery.photoCount, studio }),
        index: gallery.visibility === 'public',
        image: ogToken
          ? ogImage(gallery.id, ogToken, text('gallery.picture', { gallery: gallery.name, studio }))
          : null,
      };
    }
    case 'door': {
      const studio = data.studio.name;
      return { title: studio, description: text('door.description', { studio }), index: false, image: null };
    }
    case 'book': {
      const studio = data.studio.name;
      const description = text('book.description', { studio });
      return { title: text('book.title', { studio }), description, index: true, image: null };
    }
    case 'booking': {
      const title = text('booking.title', { studio: data.studio.name });
      return { title, description: '', index: false, image: null };
    }
    case 'not-found':
      return { title: data.studio?.name ?? text('notFound.title'), description: '', index: false, image: null };
  }
}

/** As functions/jobs/og-drawing.ts draws it, whatever the cover's own shape. */
function ogImage(galleryId: string, token: string, alt: string): PageHead['image'] {
  return { path: `/og/${galleryId}/${token}.jpg`, width: 1200, height: 630, alt };
}

/** As much of a text as previews show, without cutting a word. */
function excerpt(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length <= 200 ? line : `${line.slice(0, 200).replace(/\s\S*$/, '')}…`;
}
