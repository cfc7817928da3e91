import type { Row, RowLook } from '../pages.ts';
import type { Site } from './sections.ts';
import type { Texts } from './texts.ts';

/** How a site of one look is arranged. */
export interface Look {
  /** The home page is the whole site. */
  onePage?: true;
  home(site: Site): Row[];
  /** First row of the other pages. */
  title(site: Site, title: Texts, intro?: Texts): Row;
  portfolio(site: Site): Row[];
  about(site: Site): Row[];
  /** Rows of text on the other pages. */
  body: RowLook;
}
