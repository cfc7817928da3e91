import type { ReactNode } from 'react';
import { mapHref } from '#core/domain/values/format.ts';
import { frameOf } from '../embeds.ts';
import { largestSource, SitePhoto, sizesOf } from '../photo.tsx';
import { hrefOf, SiteLink } from '../site-link.tsx';
import { SITE_TEXTS, textOf } from '../texts.ts';
import { photosOf } from './block-photos.ts';
import type { BlockProps } from './block-props.ts';

export function ImageBlock({ data, block, frame, first }: BlockProps<'image'>) {
  const [shown] = photosOf(data, block);
  if (!shown) return null;
  const caption = textOf(data, block.caption);
  const photo = <SitePhoto {...shown} sizes={sizesOf(frame)} ratio={block.ratio ?? 'original'} first={first} />;
  return (
    <figure className="image">
      {hrefOf(data, block.link) === null ? (
        <span className="shot">{photo}</span>
      ) : (
        <SiteLink data={data} link={block.link} className="shot" label={shown.alt ? undefined : caption}>
          {photo}
        </SiteLink>
      )}
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

/** Photos that open at their largest: in the page's viewer, or without its script as files. */
export function GalleryBlock({ data, block, frame, first }: BlockProps<'gallery'>) {
  const photos = photosOf(data, block);
  if (photos.length === 0) return null;
  const columns = block.columns ?? 3;
  const isGrid = block.layout !== 'masonry';
  const link = block.mode === 'live' && block.galleryId ? `gallery:${block.galleryId}` : undefined;
  const texts = SITE_TEXTS[data.language];
  return (
    <>
      <ul className={isGrid ? 'photos grid' : 'photos masonry'} style={{ '--columns': columns } as object}>
        {photos.map(({ photo, alt }, index) => (
          <li key={`${photo.id}-${index}`}>
            <a
              href={largestSource(photo)}
              data-view=""
              className="shot"
              aria-label={alt || texts.photo.replace('{{number}}', String(index + 1))}
            >
              <SitePhoto
                photo={photo}
                alt={alt}
                sizes={sizesOf(frame, columns)}
                ratio={isGrid ? 'square' : 'original'}
                first={first && index === 0}
              />
            </a>
          </li>
        ))}
      </ul>
      {link && (
        <p className="more">
          <SiteLink data={data} link={link}>
            {texts.gallery}
          </SiteLink>
        </p>
      )}
    </>
  );
}

/** The viewer of a page's galleries; its script is web/site/island/viewer.ts. */
export function PhotoViewer({ texts }: { texts: (typeof SITE_TEXTS)[keyof typeof SITE_TEXTS] }) {
  return (
    <dialog className="viewer" aria-label={texts.viewer}>
      {/* oxlint-disable-next-line jsx-a11y/alt-text -- The script sets source and text. */}
      <img alt="" />
      <output />
      <form method="dialog">
        <button value="close" aria-label={texts.close}>
          {'✕'}
        </button>
        <button value="previous" type="button" aria-label={texts.previous}>
          {'←'}
        </button>
        <button value="next" type="button" aria-label={texts.next}>
          {'→'}
        </button>
      </form>
    </dialog>
  );
}

/**
 * Photos beside each other that snap while scrolling, without a script: by finger, wheel, arrow keys, and by the buttons
 * of browsers that have them (styles/photos.css).
 */
export function SlideshowBlock({ data, block, frame, first }: BlockProps<'slideshow'>) {
  const photos = photosOf(data, block);
  if (photos.length === 0) return null;
  const texts = SITE_TEXTS[data.language];
  return (
    <div className="slideshow">
      {/* Safari focuses no scroller automatically, so that arrow keys would not reach it. */}
      <ul
        className="slides"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={texts.slideshow}
        data-previous={texts.previous}
        data-next={texts.next}
      >
        {photos.map(({ photo, alt }, index) => (
          <li key={`${photo.id}-${index}`}>
            <span className="shot">
              <SitePhoto
                photo={photo}
                alt={alt}
                sizes={sizesOf(frame)}
                ratio={block.ratio ?? 'landscape'}
                first={first && index === 0}
              />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A link to a map instead of one: a page makes no request to others automatically. */
export function MapBlock({ data, block }: BlockProps<'map'>) {
  return (
    <p className="outside">
      <span>{block.address}</span>
      <a href={mapHref(block.address)} rel="noopener">
        {textOf(data, block.label) || SITE_TEXTS[data.language].map}
      </a>
    </p>
  );
}

/** A link to another page; for some hosts one that its script turns into a frame (web/site/island.ts). */
export function EmbedBlock({ data, block }: BlockProps<'embed'>) {
  const href = hrefOf(data, block.url);
  const host = href && /^https:\/\/(?:www\.)?([^/?#:]+)/i.exec(href)?.[1];
  if (!href || !host) return null;
  const texts = SITE_TEXTS[data.language];
  const title = textOf(data, block.title);
  const frame = frameOf(href);
  const open = (content: ReactNode) => (
    <a href={href} rel="noopener" className={frame ? 'button quiet' : undefined}>
      {content}
    </a>
  );
  if (!frame) {
    return (
      <p className="outside">
        {title && <span>{title}</span>}
        {open(texts.open.replace('{{host}}', () => host))}
      </p>
    );
  }
  return (
    <div className="frame" data-frame={frame.src} data-sandbox={frame.sandbox} data-title={title || host}>
      {title && <strong>{title}</strong>}
      {open(texts.show)}
      <small>{texts.frame.replace('{{host}}', () => new URL(frame.src).host)}</small>
    </div>
  );
}
