import type { ReactNode } from 'react';
import type { SitePageData, SitePhotoSource } from '#core/api/site-page.ts';
import { formatAmount, formatDay, mapHref, telHref } from '#core/domain/format.ts';
import { galleryLink } from '#core/domain/gallery-link.ts';
import type { Block, BlockKind, KnownBlock } from '#core/domain/pages.ts';
import { type Frame, SitePhoto, sizesOf } from './photo.tsx';
import { RichText } from './rich-text.tsx';
import { hrefOf, SiteLink } from './site-link.tsx';
import { SITE_TEXTS, textOf } from './texts.ts';

type BlockOf<Kind extends BlockKind> = Extract<KnownBlock, { kind: Kind }>;

interface BlockProps<Kind extends BlockKind> {
  data: SitePageData;
  block: BlockOf<Kind>;
  frame: Frame;
  /** The block has the page's first photo. */
  first: boolean;
}

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

/** True for a block of a known kind; its fields were validated where the page was loaded. */
export function isShown(block: Block): block is Block & KnownBlock {
  return Object.hasOwn(BLOCKS, block.kind);
}

/** Renders a block; nothing for an unknown kind. */
export function SiteBlock({ block, ...props }: Omit<BlockProps<BlockKind>, 'block'> & { block: Block }) {
  if (!isShown(block)) return null;
  const Kind = BLOCKS[block.kind] as (props: BlockProps<BlockKind>) => ReactNode;
  return <Kind block={block as KnownBlock} {...props} />;
}

/** Returns the photos that a block shows, with their alternative texts. */
export function photosOf(data: SitePageData, block: Block): { photo: SitePhotoSource; alt: string }[] {
  if (!isShown(block)) return [];
  if (block.kind === 'image') {
    const photo = block.photoId ? data.photos[block.photoId] : undefined;
    return photo ? [{ photo, alt: textOf(data, block.alt) }] : [];
  }
  if (block.kind === 'gallery' && block.mode === 'live') {
    const galleryId = block.galleryId ?? '';
    const photos = (data.galleryPhotos[galleryId] ?? []).slice(0, block.count ?? 12);
    return photos.map((photo) => ({ photo: { ...photo, galleryId }, alt: '' }));
  }
  if (block.kind !== 'gallery' && block.kind !== 'slideshow') return [];
  return (block.photos ?? []).flatMap(({ photoId, alt }) => {
    const photo = data.photos[photoId];
    return photo ? [{ photo, alt: textOf(data, alt) }] : [];
  });
}

function HeadingBlock({ data, block }: BlockProps<'heading'>) {
  const text = textOf(data, block.text);
  if (!text) return null;
  const Heading = `h${block.level ?? 2}` as 'h1' | 'h2' | 'h3';
  return <Heading className={alignClass(block.align)}>{text}</Heading>;
}

const alignClass = (align: string | undefined) => (align && align !== 'start' ? `align-${align}` : undefined);

function TextBlock({ data, block }: BlockProps<'text'>) {
  return (
    <div className={['text', alignClass(block.align)].filter(Boolean).join(' ')}>
      <RichText data={data} text={block.body} />
    </div>
  );
}

function ImageBlock({ data, block, frame, first }: BlockProps<'image'>) {
  const [shown] = photosOf(data, block);
  if (!shown) return null;
  const caption = textOf(data, block.caption);
  return (
    <figure className="image">
      <SiteLink data={data} link={block.link}>
        <SitePhoto {...shown} sizes={sizesOf(frame)} ratio={block.ratio ?? 'original'} first={first} />
      </SiteLink>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

function GalleryBlock({ data, block, frame, first }: BlockProps<'gallery'>) {
  const photos = photosOf(data, block);
  if (photos.length === 0) return null;
  const columns = block.columns ?? 3;
  const isGrid = block.layout !== 'masonry';
  const link = block.mode === 'live' && block.galleryId ? `gallery:${block.galleryId}` : undefined;
  return (
    <>
      <ul className={isGrid ? 'photos grid' : 'photos masonry'} style={{ '--columns': columns } as object}>
        {photos.map(({ photo, alt }, index) => (
          <li key={`${photo.id}-${index}`}>
            <SitePhoto
              photo={photo}
              alt={alt}
              sizes={sizesOf(frame, columns)}
              ratio={isGrid ? 'square' : 'original'}
              first={first && index === 0}
            />
          </li>
        ))}
      </ul>
      {link && (
        <p>
          <SiteLink data={data} link={link}>
            {SITE_TEXTS[data.language].gallery}
          </SiteLink>
        </p>
      )}
    </>
  );
}

/** Photos beside each other that snap while scrolling: by finger, wheel and arrow keys, without a script. */
function SlideshowBlock({ data, block, frame, first }: BlockProps<'slideshow'>) {
  const photos = photosOf(data, block);
  if (photos.length === 0) return null;
  return (
    // Safari focuses no scroller by itself, so that arrow keys would not reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className="slides" tabIndex={0} aria-label={SITE_TEXTS[data.language].slideshow}>
      {photos.map(({ photo, alt }, index) => (
        <li key={`${photo.id}-${index}`}>
          <SitePhoto
            photo={photo}
            alt={alt}
            sizes={sizesOf(frame)}
            ratio={block.ratio ?? 'landscape'}
            first={first && index === 0}
          />
        </li>
      ))}
    </ul>
  );
}

function ButtonBlock({ data, block }: BlockProps<'button'>) {
  const label = textOf(data, block.label);
  if (!label || hrefOf(data, block.link) === null) return null;
  return (
    <p className={alignClass(block.align)}>
      <SiteLink data={data} link={block.link} className={`button ${block.style ?? 'primary'}`}>
        {label}
      </SiteLink>
    </p>
  );
}

function QuoteBlock({ data, block }: BlockProps<'quote'>) {
  const text = textOf(data, block.text);
  const author = textOf(data, block.author);
  if (!text) return null;
  return (
    <figure className="quote">
      <blockquote>{text}</blockquote>
      {author && <figcaption>{author}</figcaption>}
    </figure>
  );
}

function FaqBlock({ data, block }: BlockProps<'faq'>) {
  return (
    <div className="faq">
      {block.items.map(({ question, answer }, index) => (
        <details key={index}>
          <summary>{textOf(data, question)}</summary>
          <div className="text">
            <RichText data={data} text={answer} />
          </div>
        </details>
      ))}
    </div>
  );
}

function PricesBlock({ data, block }: BlockProps<'prices'>) {
  const items =
    block.mode === 'live'
      ? data.sessionTypes
          .filter(({ id }) => !block.sessionTypeIds?.length || block.sessionTypeIds.includes(id))
          .map((type) => ({
            name: type.name,
            price: type.price === null ? '' : formatAmount(type.price, type.currency, data.language),
            text: type.description,
            detail: SITE_TEXTS[data.language].minutes.replace('{{count}}', String(type.duration)),
          }))
      : (block.items ?? []).map((item) => ({
          name: textOf(data, item.name),
          price: textOf(data, item.price),
          text: textOf(data, item.text),
          detail: '',
        }));
  if (items.length === 0) return null;
  return (
    <ul className="prices">
      {items.map(({ name, price, text, detail }, index) => (
        <li key={index}>
          <h3>{name}</h3>
          {price && <p className="price">{price}</p>}
          {detail && <p className="detail">{detail}</p>}
          {text && <p className="lines">{text}</p>}
        </li>
      ))}
    </ul>
  );
}

function BookingBlock({ data, block }: BlockProps<'booking'>) {
  const text = textOf(data, block.text);
  if (!data.booking) return null;
  return (
    <div className="booking">
      {text && <p className="lines">{text}</p>}
      <a href={`${data.base}/book`} className="button primary">
        {textOf(data, block.label) || SITE_TEXTS[data.language].book}
      </a>
    </div>
  );
}

function ContactBlock({ data: { studio }, block }: BlockProps<'contact'>) {
  return (
    <address className="contact">
      {block.email !== false && studio.email && <a href={`mailto:${studio.email}`}>{studio.email}</a>}
      {block.phone !== false && studio.phone && <a href={telHref(studio.phone)}>{studio.phone}</a>}
      {block.address !== false && studio.address && <span className="lines">{studio.address}</span>}
      {block.social !== false &&
        studio.socialMedia.map(({ kind, url }) => (
          <a key={url} href={url} rel="noopener">
            {kind}
          </a>
        ))}
    </address>
  );
}

/** A link to a map instead of one: a page makes no request to others. */
function MapBlock({ data, block }: BlockProps<'map'>) {
  return (
    <p className="map">
      <span>{block.address}</span>
      <a href={mapHref(block.address)} rel="noopener">
        {textOf(data, block.label) || SITE_TEXTS[data.language].map}
      </a>
    </p>
  );
}

/** A link to a video or another page instead of a frame: a page makes no request to others. */
function EmbedBlock({ data, block }: BlockProps<'embed'>) {
  const href = hrefOf(data, block.url);
  const host = href && /^https:\/\/(?:www\.)?([^/?#:]+)/i.exec(href)?.[1];
  if (!href || !host) return null;
  const title = textOf(data, block.title);
  return (
    <p className="embed">
      {title && <span>{title}</span>}
      <a href={href} rel="noopener">
        {SITE_TEXTS[data.language].open.replace('{{host}}', () => host)}
      </a>
    </p>
  );
}

function GalleriesBlock({ data, block, frame }: BlockProps<'galleries'>) {
  const galleries = data.galleries.slice(0, block.count ?? 12);
  if (galleries.length === 0) return null;
  return (
    <ul className="cards">
      {galleries.map((gallery) => (
        <li key={gallery.id}>
          <a href={`${data.base}/${galleryLink(gallery)}`}>
            {gallery.cover && (
              <SitePhoto
                photo={{ ...gallery.cover, galleryId: gallery.id }}
                alt=""
                sizes={sizesOf(frame, 3)}
                ratio="landscape"
              />
            )}
            <span>{gallery.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function PostsBlock({ data, block, frame }: BlockProps<'posts'>) {
  const posts = data.posts.slice(0, block.count ?? 12);
  if (posts.length === 0) return null;
  return (
    <ul className="cards">
      {posts.map((post) => (
        <li key={post.href}>
          <a href={post.href}>
            {post.photo && <SitePhoto photo={post.photo} alt="" sizes={sizesOf(frame, 3)} ratio="landscape" />}
            <span>{post.title}</span>
          </a>
          {post.date !== null && <PostDate data={data} date={post.date} />}
          {post.description && <p>{post.description}</p>}
        </li>
      ))}
    </ul>
  );
}

export function PostDate({ data: { language, studio }, date }: { data: SitePageData; date: number }) {
  return (
    <time dateTime={new Date(date).toISOString().slice(0, 10)} className="date">
      {formatDay(date, language, studio.timeZone)}
    </time>
  );
}

function DividerBlock({ block }: BlockProps<'divider'>) {
  return block.style === 'space' ? <div className="space" /> : <hr />;
}
