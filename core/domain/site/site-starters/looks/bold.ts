import type { Look } from '../look.ts';
import {
  titleRow,
  bio,
  closing,
  allGalleries,
  grid,
  image,
  introOf,
  journal,
  mainButton,
  pageButton,
  split,
  steps,
  welcomeOf,
} from '../sections.ts';
import { HEADINGS, HEADLINES } from '../texts.ts';

/** Large letters, photos from edge to edge, strong grounds. */
export const bold: Look = {
  body: { width: 'wide' },
  home: (site) => {
    const { kit, studio } = site;
    const photo = image(site, 'landscape');
    const shown = grid(site, 8, 4, 'grid');
    return [
      kit.row(
        { background: 'dark', width: 'wide', spacing: 'large', align: 'bottom' },
        kit.cell(8, kit.heading(HEADLINES.lets, 1)),
        kit.cell(4, kit.text(welcomeOf(site)), mainButton(site)),
      ),
      ...(photo ? [kit.single({ width: 'full', spacing: 'none' }, photo)] : []),
      ...(studio.bio
        ? [
            kit.row(
              { width: 'wide', spacing: 'large' },
              kit.cell(4, kit.heading(HEADINGS.about)),
              kit.cell(8, kit.text(introOf(site)), pageButton(site, 'about')),
            ),
          ]
        : [steps(site, { width: 'wide', spacing: 'large' })]),
      ...(shown ? [kit.single({ width: 'full', spacing: 'none' }, shown)] : []),
      ...journal(site, { width: 'wide', spacing: 'large' }),
      ...closing(site, { background: 'accent', width: 'wide', spacing: 'large' }),
    ];
  },
  title: (site, title, intro) =>
    titleRow(site, { background: 'dark', width: 'wide', spacing: 'large', align: 'bottom' }, 8, title, intro),
  portfolio: (site) => {
    const shown = grid(site, 8, 4, 'grid');
    return [
      ...(shown ? [site.kit.single({ width: 'full', spacing: 'none' }, shown)] : []),
      ...allGalleries(site, { width: 'wide', spacing: 'large' }),
    ];
  },
  about: (site) => [
    split(
      site,
      { width: 'wide', spacing: 'large' },
      [6, 6],
      image(site, 'portrait'),
      [bio(site), pageButton(site, 'contact')],
      true,
    ),
    steps(site, { background: 'tint', width: 'wide', spacing: 'large' }),
  ],
};
