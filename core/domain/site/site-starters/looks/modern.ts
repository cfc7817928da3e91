import type { Look } from '../look.ts';
import {
  titleRow,
  bio,
  closing,
  allGalleries,
  image,
  introOf,
  journal,
  mainButton,
  pageButton,
  recentWork,
  split,
  steps,
  welcomeOf,
} from '../sections.ts';
import { HEADINGS, HEADLINES } from '../texts.ts';

/** Text beside a photo; sections alternate their sides. */
export const modern: Look = {
  body: { width: 'wide' },
  home: (site) => {
    const { kit, studio } = site;
    const words = [
      kit.heading(HEADLINES.again, 1),
      kit.text(welcomeOf(site)),
      mainButton(site),
      pageButton(site, 'portfolio'),
    ];
    const hero = image(site, 'landscape');
    const work = recentWork(site);
    return [
      split(site, { width: 'wide', spacing: 'medium', align: 'middle' }, [5, 7], hero, words),
      ...(work.length > 0
        ? [kit.single({ background: 'tint', width: 'wide' }, kit.heading(HEADINGS.work), ...work)]
        : []),
      steps(site, { width: 'wide' }),
      ...(studio.bio
        ? [
            split(
              site,
              { width: 'wide', align: 'middle' },
              [5, 7],
              image(site, 'portrait'),
              [kit.heading(HEADINGS.about), kit.text(introOf(site)), pageButton(site, 'about')],
              true,
            ),
          ]
        : []),
      ...journal(site, { width: 'wide' }),
      ...closing(site, { background: 'accent', width: 'wide', spacing: 'large' }),
    ];
  },
  title: (site, title, intro) => titleRow(site, { width: 'wide', align: 'bottom' }, 5, title, intro),
  portfolio: (site) => allGalleries(site, { width: 'wide' }),
  about: (site) => [
    split(site, { width: 'wide', align: 'middle' }, [7, 5], image(site, 'portrait'), [
      bio(site),
      pageButton(site, 'contact'),
    ]),
    steps(site, { background: 'tint', width: 'wide' }),
  ],
};
