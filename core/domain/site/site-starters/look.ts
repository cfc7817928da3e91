import type { Row, RowLook } from '../page-rows.ts';
import type { Parts } from './kit.ts';
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
  /** Row with the content of pages without photos: prices, questions, contact. */
  body: RowLook;
  /** Those pages as a whole, if they are not a title row and a row of content. */
  text?(site: Site, title: Texts, intro: Texts | undefined, content: Parts): Row[];
}
