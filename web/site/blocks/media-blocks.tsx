import { mapHref } from '#core/domain/format.ts';
import { SitePhoto, sizesOf } from '../photo.tsx';
import { hrefOf, SiteLink } from '../site-link.tsx';
import { SITE_TEXTS, textOf } from '../texts.ts';
import { photosOf } from './block-photos.ts';
import type { BlockProps } from './block-props.ts';

export function ImageBlock({ data, block, frame, first }: BlockProps<'image'>) {
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

export function GalleryBlock({ data, block, frame, first }: BlockProps<'gallery'>) {
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
export function SlideshowBlock({ data, block, frame, first }: BlockProps<'slideshow'>) {
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

/** A link to a map instead of one: a page makes no request to others. */
export function MapBlock({ data, block }: BlockProps<'map'>) {
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
export function EmbedBlock({ data, block }: BlockProps<'embed'>) {
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
