import type { Look } from '../look.ts';
import { bio, contact, grid, journal, mainButton, prices, questions, welcomeOf } from '../sections.ts';
import { HEADINGS, INTROS, type Texts } from '../texts.ts';

/** One page: the photos first, in a quiet frame, and below them everything else. */
export const minimal: Look = {
  onePage: true,
  body: { width: 'narrow' },
  home: (site) => {
    const { kit, studio } = site;
    const shown = grid(site, 12, 3, 'masonry');
    const part = (heading: Texts, ...parts: Parameters<typeof kit.cell>[1][]) =>
      kit.row({ width: 'wide' }, kit.cell(4, kit.heading(heading)), kit.cell(8, ...parts));
    return [
      kit.single(
        { width: 'wide', spacing: shown ? 'small' : 'large' },
        kit.heading(studio.name, 1),
        kit.text(welcomeOf(site)),
        shown ? null : mainButton(site),
      ),
      ...(shown ? [kit.single({ width: 'wide', spacing: 'small' }, shown)] : []),
      ...(studio.galleries.length > 2 ? [kit.single({ width: 'wide' }, kit.block('galleries', { count: 6 }))] : []),
      ...(studio.bio ? [part(HEADINGS.about, bio(site))] : []),
      ...(studio.booking ? [part(HEADINGS.prices, ...prices(site))] : []),
      part(HEADINGS.questions, questions(site)),
      ...journal(site, { width: 'wide' }),
      part(HEADINGS.contact, kit.text(INTROS.contact), ...contact(site)),
    ];
  },
  title: ({ kit }, title, intro) =>
    kit.single({ width: 'wide' }, kit.heading(title, 1), intro ? kit.text(intro) : null),
  portfolio: () => [],
  about: () => [],
};
