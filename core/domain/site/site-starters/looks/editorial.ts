import type { Look } from '../look.ts';
import {
  titleRow,
  bio,
  closing,
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
import { HEADINGS, HEADLINES, INTROS } from '../texts.ts';

/** As a magazine: two photos of unequal size, a large title below them, a quotation, uneven columns. */
export const editorial: Look = {
  body: { width: 'wide', spacing: 'large' },
  text: ({ kit }, title, intro, content) => [
    kit.row(
      { width: 'wide', spacing: 'large' },
      kit.cell(5, kit.heading(title, 1), intro ? kit.text(intro) : null),
      kit.cell(7, ...content),
    ),
  ],
  home: (site) => {
    const { kit, studio } = site;
    const [large, small] = [image(site, 'landscape'), image(site, 'portrait')];
    const shown = grid(site, 6, 2, 'masonry');
    const pair = large && small ? [kit.cell(8, large), kit.cell(4, small)] : large ? [kit.cell(12, large)] : [];
    return [
      ...(pair.length > 0 ? [kit.row({ width: 'full', spacing: 'none' }, ...pair)] : []),
      kit.row(
        { width: 'wide', spacing: 'large', align: 'bottom' },
        kit.cell(8, kit.heading(HEADLINES.attention, 1)),
        kit.cell(4, kit.text(welcomeOf(site)), mainButton(site)),
      ),
      kit.single({ width: 'narrow', spacing: 'large' }, kit.block('quote', { text: INTROS.quote as { en: string } })),
      ...(shown
        ? [
            kit.row(
              { width: 'wide' },
              kit.cell(
                4,
                kit.heading(HEADINGS.work),
                kit.text(INTROS.portfolio),
                pageButton(site, 'portfolio', 'quiet'),
              ),
              kit.cell(8, shown),
            ),
          ]
        : []),
      ...(studio.bio
        ? [
            kit.row(
              { background: 'tint', width: 'wide', spacing: 'large' },
              kit.cell(4, kit.heading(HEADINGS.about)),
              kit.cell(8, kit.text(introOf(site)), pageButton(site, 'about')),
            ),
          ]
        : [steps(site, { background: 'tint', width: 'wide', spacing: 'large' })]),
      ...journal(site, { width: 'wide' }),
      ...closing(site, { width: 'narrow', spacing: 'large' }),
    ];
  },
  title: (site, title, intro) => titleRow(site, { width: 'wide', spacing: 'large', align: 'bottom' }, 7, title, intro),
  portfolio: (site) =>
    site.studio.galleries
      .slice(0, 4)
      .map(({ id, name }) =>
        site.kit.row(
          { width: 'wide' },
          site.kit.cell(3, site.kit.heading(name)),
          site.kit.cell(
            9,
            site.kit.block('gallery', { mode: 'live', galleryId: id, count: 6, columns: 3, layout: 'masonry' }),
          ),
        ),
      )
      .concat(
        site.studio.galleries.length > 4 ? [site.kit.single({ width: 'wide' }, site.kit.block('galleries', {}))] : [],
      ),
  about: (site) => [
    split(site, { width: 'wide' }, [5, 7], image(site, 'portrait'), [bio(site), pageButton(site, 'contact')], true),
    steps(site, { width: 'wide' }),
  ],
};
