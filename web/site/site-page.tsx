import { type CSSProperties, Fragment, type ReactNode } from 'react';
import type { SitePageData, SitePhotoSource } from '#core/api/site-page.ts';
import { type Block, type BlockKind, isKnownBlock, type KnownBlock } from '#core/domain/site/page-blocks.ts';
import type { Cell, Row, RowLook } from '#core/domain/site/page-rows.ts';
import { photosOf } from './blocks/block-photos.ts';
import type { BlockProps } from './blocks/block-props.ts';
import {
  BookingBlock,
  ContactBlock,
  GalleriesBlock,
  PostDate,
  PostsBlock,
  PricesBlock,
} from './blocks/business-blocks.tsx';
import { EmbedBlock, GalleryBlock, ImageBlock, MapBlock, PhotoViewer, SlideshowBlock } from './blocks/media-blocks.tsx';
import { ButtonBlock, DividerBlock, FaqBlock, HeadingBlock, QuoteBlock, TextBlock } from './blocks/text-blocks.tsx';
import { JournalPages } from './journal-pages.tsx';
import { type Frame, SitePhoto, sizesOf, sourcesOf } from './photo.tsx';
import { SiteFooter, SiteHeader } from './site-frame.tsx';
import { SITE_TEXTS } from './texts.ts';

/*
 * A page of a studio's website, without hooks: the page function renders it to static HTML, the editor draws its preview
 * with it. Everything works without a script; web/site/island.ts adds comfort.
 */

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
function SiteBlock({ block, ...props }: Omit<BlockProps<BlockKind>, 'block'> & { block: Block }) {
  if (!isKnownBlock(block)) return null;
  const Kind = BLOCKS[block.kind] as (props: BlockProps<BlockKind>) => ReactNode;
  return <Kind block={block as KnownBlock} {...props} />;
}

/** Draws a mark before a part of the page: the editor finds the part in the document by it. */
export type MarkPart = (part: Row | Cell | Block) => ReactNode;

/** @param mark of the editor's preview; visitors' pages have none */
export function SitePage({ data, mark }: { data: SitePageData; mark?: MarkPart }) {
  const { page, language } = data;
  const texts = SITE_TEXTS[language];
  const firstId = findFirstPhoto(data)?.id;
  const blocks = page.rows.flatMap(blocksOf);
  const hasTitle = blocks.some(({ kind, level }) => kind === 'heading' && level === 1);
  const isPost = page.settings.kind === 'post';
  return (
    <div className="site">
      <a href="#content" className="skip">
        {texts.skip}
      </a>
      <SiteHeader data={data} />
      <main id="content" tabIndex={-1}>
        {isPost ? (
          <header className="post">
            <h1>{page.title}</h1>
            {page.settings.date !== undefined && <PostDate data={data} date={page.settings.date} />}
          </header>
        ) : (
          !hasTitle && <h1 className="hidden">{page.title}</h1>
        )}
        {page.rows.map((row) => (
          <SiteRow key={row.id} data={data} row={row} firstId={firstId} mark={mark} />
        ))}
        <JournalPages data={data} />
      </main>
      <SiteFooter data={data} />
      {blocks.some((block) => block.kind === 'gallery' && photosOf(data, block).length > 0) && (
        <PhotoViewer texts={texts} />
      )}
    </div>
  );
}

function blocksOf(row: Row) {
  return row.cells.flatMap(({ blocks }) => blocks);
}

/** The look was validated where the page was loaded. */
const lookOf = (row: Row) => row.look as RowLook;

function frameOf({ studio: { theme } }: SitePageData, row: Row, span: number): Frame {
  return {
    span,
    width: lookOf(row).width ?? 'standard',
    container: theme.updatedAt > 0 ? theme.containerWidth : 'standard',
  };
}

/** Returns the photo behind a row's blocks, if it may be shown. */
function photoBehind(data: SitePageData, row: Row): SitePhotoSource | null {
  return data.photos[lookOf(row).photoId ?? ''] ?? null;
}

/** Finds the photo among the page's first rows that a visitor sees first; `id` is that of its row or block. */
function findFirstPhoto(data: SitePageData): { id: string; photo: SitePhotoSource; sizes: string } | null {
  for (const row of data.page.rows.slice(0, 2)) {
    const behind = photoBehind(data, row);
    if (behind) return { id: row.id, photo: behind, sizes: '100vw' };
    for (const { span, blocks } of row.cells) {
      for (const block of blocks.filter(isKnownBlock)) {
        const [shown] = photosOf(data, block);
        const columns = block.kind === 'gallery' ? (block.columns ?? 3) : 1;
        if (shown) return { id: block.id, photo: shown.photo, sizes: sizesOf(frameOf(data, row, span), columns) };
      }
    }
  }
  return null;
}

/** Returns the sources of the page's first photo, which the head preloads; null without one. */
export function firstPhoto(data: SitePageData): { srcSet: string; sizes: string } | null {
  const first = findFirstPhoto(data);
  if (!first) return null;
  return { srcSet: sourcesOf(first.photo).srcSet, sizes: first.sizes };
}

interface SiteRowProps {
  data: SitePageData;
  row: Row;
  firstId: string | undefined;
  mark: MarkPart | undefined;
}

function SiteRow({ data, row, firstId, mark }: SiteRowProps) {
  const { background = 'plain', width = 'standard', spacing = 'medium', align = 'top', height = 'tall' } = lookOf(row);
  const photo = photoBehind(data, row);
  const names = ['row', `ground-${background}`, `width-${width}`, `spacing-${spacing}`, `place-${align}`];
  return (
    <section className={names.concat(photo ? ['has-photo', `height-${height}`] : []).join(' ')}>
      {mark?.(row)}
      {photo && <SitePhoto photo={photo} alt="" sizes="100vw" ratio="fill" first={row.id === firstId} />}
      <div className="cells">
        {row.cells.map((cell) => (
          <div key={cell.id} className="cell" style={{ '--span': cell.span } as CSSProperties}>
            {mark?.(cell)}
            {withButtonsInLine(cell.blocks, (block) => (
              <Fragment key={block.id}>
                {mark?.(block)}
                <SiteBlock
                  data={data}
                  block={block}
                  frame={frameOf(data, row, cell.span)}
                  first={block.id === firstId}
                />
              </Fragment>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

/** Renders blocks, and puts buttons that follow each other into one line. */
function withButtonsInLine(blocks: readonly Block[], render: (block: Block) => ReactNode): ReactNode[] {
  const isButton = (block: Block | undefined) => block?.kind === 'button';
  return blocks.flatMap((block, index) => {
    if (!isButton(block)) return render(block);
    if (isButton(blocks[index - 1])) return [];
    const end = blocks.findIndex((other, at) => at > index && !isButton(other));
    const line = blocks.slice(index, end < 0 ? undefined : end);
    if (line.length === 1) return render(block);
    return (
      <div key={block.id} className="button-line buttons">
        {line.map((one) => render(one))}
      </div>
    );
  });
}
