import type { ReactNode } from 'react';
import { type Block, type BlockKind, isKnownBlock, type KnownBlock } from '#core/domain/site/page-blocks.ts';
import type { BlockProps } from './blocks/block-props.ts';
import { BookingBlock, ContactBlock, GalleriesBlock, PostsBlock, PricesBlock } from './blocks/business-blocks.tsx';
import { EmbedBlock, GalleryBlock, ImageBlock, MapBlock, SlideshowBlock } from './blocks/media-blocks.tsx';
import { ButtonBlock, DividerBlock, FaqBlock, HeadingBlock, QuoteBlock, TextBlock } from './blocks/text-blocks.tsx';

const BLOCKS: { readonly [Kind in BlockKind]: (props: BlockProps<Kind>) => ReactNode } = {
  heading: HeadingBlock,
  text: TextBlock,
  image: ImageBlock,
  gallery: GalleryBlock,
  slideshow: SlideshowBlock,
  button: ButtonBlock,
  quote: QuoteBlock,
  faq: FaqBlock,
  prices: PricesBlock,
  booking: BookingBlock,
  contact: ContactBlock,
  map: MapBlock,
  embed: EmbedBlock,
  galleries: GalleriesBlock,
  posts: PostsBlock,
  divider: DividerBlock,
};

/** Renders a block; nothing for an unknown kind. */
export function SiteBlock({ block, ...props }: Omit<BlockProps<BlockKind>, 'block'> & { block: Block }) {
  if (!isKnownBlock(block)) return null;
  const Kind = BLOCKS[block.kind] as (props: BlockProps<BlockKind>) => ReactNode;
  return <Kind block={block as KnownBlock} {...props} />;
}
