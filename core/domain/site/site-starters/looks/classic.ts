import type { Look } from '../look.ts';
import {
  allGalleries,
  bio,
  closing,
  grid,
  image,
  introOf,
  journal,
  pageButton,
  steps,
  welcomeOf,
} from '../sections.ts';
import { HEADINGS } from '../texts.ts';

/** Centred: the name, one large photo, calm sections under it. */
export const classic: Look = {
  body: { width: 'narrow' },
  home: (site) => {
    const { kit, studio } = site;
    const photo = image(site, 'wide');
    const shown = grid(site, 6, 3, 'grid');
    return [
      kit.single(
        { width: 'narrow', spacing: 'large' },
        kit.heading(studio.name, 1, 'center'),
        kit.text(welcomeOf(site), 'center'),
      ),
      ...(photo ? [kit.single({ width: 'wide', spacing: 'none' }, photo)] : []),
      ...(studio.bio
        ? [
            kit.single(
              { width: 'narrow', spacing: 'large' },
              kit.text(introOf(site), 'center'),
              pageButton(site, 'about', 'quiet', 'center'),
            ),
          ]
        : []),
      ...(shown
        ? [
            kit.single({}, kit.divider(), kit.heading(HEADINGS.work, 2, 'center'), shown),
            kit.single({ width: 'narrow', spacing: 'small' }, pageButton(site, 'portfolio', 'quiet', 'center')),
          ]
        : []),
      steps(site, shown ? { background: 'tint' } : {}),
      ...journal(site, {}, 'center'),
      ...closing(site, { width: 'narrow', spacing: 'large' }, 'center'),
    ];
  },
  title: ({ kit }, title, intro) =>
    kit.single(
      { width: 'narrow', spacing: 'large' },
      kit.heading(title, 1, 'center'),
      intro ? kit.text(intro, 'center') : null,
    ),
  portfolio: (site) => allGalleries(site, { width: 'standard' }, 'center'),
  about: (site) => {
    const { kit } = site;
    const photo = image(site, 'landscape');
    return [
      ...(photo ? [kit.single({ width: 'standard', spacing: 'none' }, photo)] : []),
      kit.single(
        { width: 'narrow', spacing: 'large' },
        bio(site),
        kit.divider(),
        pageButton(site, 'contact', 'quiet', 'center'),
      ),
    ];
  },
};
