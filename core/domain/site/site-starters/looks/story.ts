import type { Look } from '../look.ts';
import {
  bio,
  closing,
  allGalleries,
  image,
  introOf,
  journal,
  mainButton,
  pageButton,
  steps,
  welcomeOf,
} from '../sections.ts';
import { HEADINGS, HEADLINES } from '../texts.ts';

/** A full-width photo, and then one gallery after another to scroll through. */
export const story: Look = {
  body: { width: 'narrow' },
  home: (site) => {
    const { kit, studio } = site;
    const photo = image(site, 'landscape');
    const sections = studio.galleries.slice(0, 3).map(({ id, name }, index) =>
      kit.single(
        index % 2 === 1 ? { width: 'full', spacing: 'large', background: 'tint' } : { width: 'wide', spacing: 'large' },
        kit.heading(name, 2, 'center'),
        kit.block('gallery', {
          mode: 'live',
          galleryId: id,
          count: index % 2 === 1 ? 3 : 4,
          columns: index % 2 === 1 ? 3 : 2,
          layout: 'grid',
        }),
      ),
    );
    return [
      ...(photo ? [kit.single({ width: 'full', spacing: 'none' }, photo)] : []),
      kit.single(
        { width: 'narrow', spacing: 'large', ...(photo ? {} : { background: 'tint' }) },
        kit.heading(HEADLINES.stories, 1, 'center'),
        kit.text(welcomeOf(site), 'center'),
        photo ? null : mainButton(site, 'center'),
      ),
      ...sections,
      ...(studio.bio
        ? [
            kit.single(
              { width: 'narrow', spacing: 'large' },
              kit.heading(HEADINGS.about, 2, 'center'),
              kit.text(introOf(site), 'center'),
              pageButton(site, 'about', 'quiet', 'center'),
            ),
          ]
        : [steps(site)]),
      ...journal(site, { width: 'wide' }, 'center'),
      ...closing(site, { background: 'dark', spacing: 'large' }, 'center'),
    ];
  },
  title: (site, title, intro) =>
    site.kit.single(
      { width: 'narrow', spacing: 'large' },
      site.kit.heading(title, 1, 'center'),
      intro ? site.kit.text(intro, 'center') : null,
    ),
  portfolio: (site) => {
    const slides = site.photos.takeSome(8);
    return [
      ...(slides.length > 1
        ? [
            site.kit.single(
              { width: 'full', spacing: 'none' },
              site.kit.block('slideshow', { photos: slides, ratio: 'landscape' }),
            ),
          ]
        : []),
      ...allGalleries(site, { width: 'wide' }, 'center'),
    ];
  },
  about: (site) => {
    const photo = image(site, 'wide');
    return [
      ...(photo ? [site.kit.single({ width: 'full', spacing: 'none' }, photo)] : []),
      site.kit.single({ width: 'narrow', spacing: 'large' }, bio(site), pageButton(site, 'contact', 'quiet', 'center')),
    ];
  },
};
