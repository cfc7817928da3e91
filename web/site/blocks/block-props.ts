import type { SitePageData } from '#core/api/site-page.ts';
import type { BlockKind, KnownBlock } from '#core/domain/site/page-blocks.ts';
import type { Frame } from '../photo.tsx';

export interface BlockProps<Kind extends BlockKind> {
  data: SitePageData;
  /** Its fields were validated where the page was loaded. */
  block: Extract<KnownBlock, { kind: Kind }>;
  frame: Frame;
  /** The block has the page's first photo. */
  first: boolean;
}
