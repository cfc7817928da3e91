import type { SitePageData } from '#core/api/site-page.ts';
import { formatDay, telHref } from '#core/domain/values/format.ts';
import { galleryLink } from '#core/domain/galleries/gallery-link.ts';
import { textsIn } from '#core/domain/values/translations.ts';
import { ContactForm } from '#web/components/fields/contact-form.tsx';
import { createFormat } from '#web/lib/format/format.ts';
import { headingWithin } from '../heading-level.ts';
import { SitePhoto, sizesOf } from '../photo.tsx';
import { builtInHref } from '../site-link.tsx';
import { CONTACT_TEXTS, SITE_TEXTS, textOf } from '../texts.ts';
import type { BlockProps } from './block-props.ts';

/** Formats amounts and durations as the booking page does. */
const formatOf = ({ language }: SitePageData, currency: string) =>
  createFormat({ language, currency, zone: 'UTC', dateFormat: 'auto', hour12: undefined });

export function PricesBlock({ data, block }: BlockProps<'prices'>) {
  const items =
    block.mode === 'live'
      ? data.sessionTypes
          .filter(({ id }) => !block.sessionTypeIds?.length || block.sessionTypeIds.includes(id))
          .map((type) => ({ type, texts: textsIn(type, data.language) }))
          .map(({ type, texts }) => ({
            name: texts.name,
            price: type.price === null ? '' : formatOf(data, type.currency).money(type.price),
            text: texts.description,
            detail: formatOf(data, type.currency).duration(type.duration, false),
          }))
      : (block.items ?? []).map((item) => ({
          name: textOf(data, item.name),
          price: textOf(data, item.price),
          text: textOf(data, item.text),
          detail: '',
        }));
  if (items.length === 0) return null;
  const Heading = headingWithin(data, block.id);
  return (
    <ul className="prices">
      {items.map(({ name, price, text, detail }, index) => (
        <li key={index}>
          <Heading className="text-title sub">{name}</Heading>
          {price && <p className="price">{price}</p>}
          {detail && <p className="detail">{detail}</p>}
          {text && <p className="lines">{text}</p>}
        </li>
      ))}
    </ul>
  );
}

export function BookingBlock({ data, block }: BlockProps<'booking'>) {
  const text = textOf(data, block.text);
  if (!data.booking) return null;
  return (
    <div className="booking">
      {text && <p className="lines">{text}</p>}
      <a href={builtInHref(data, 'book')} className="button primary">
        {textOf(data, block.label) || SITE_TEXTS[data.language].book}
      </a>
    </div>
  );
}

/** The studio's contact details, and its form, which works without a script (web/site/island/contact.ts). */
export function ContactBlock({ data, block }: BlockProps<'contact'>) {
  const { studio, contact, language } = data;
  const details = [
    block.email !== false && studio.email && (
      <a key="email" href={`mailto:${studio.email}`}>
        {studio.email}
      </a>
    ),
    block.phone !== false && studio.phone && (
      <a key="phone" href={telHref(studio.phone)}>
        {studio.phone}
      </a>
    ),
    block.address !== false && studio.address && (
      <span key="address" className="lines">
        {studio.address}
      </span>
    ),
    ...(block.social === false
      ? []
      : studio.socialMedia.map(({ kind, url }) => (
          <a key={url} href={url} rel="noopener">
            {kind}
          </a>
        ))),
  ].filter(Boolean);
  return (
    <div className="contact">
      {details.length > 0 && <address>{details}</address>}
      {block.form && contact && (
        <ContactForm
          id={`contact-${block.id}`}
          action={`/api/p/${studio.slug}/contact`}
          texts={CONTACT_TEXTS[language].form}
          language={language}
          types={contact.types.map((type) => ({ id: type.id, ...textsIn(type, data.language) }))}
          privacyHref={studio.privacyNotice ? '#privacy' : null}
        />
      )}
    </div>
  );
}

export function GalleriesBlock({ data, block, frame }: BlockProps<'galleries'>) {
  const galleries = data.galleries.slice(0, block.count ?? 12);
  if (galleries.length === 0) return null;
  return (
    <ul className="cards">
      {galleries.map((gallery) => (
        <li key={gallery.id}>
          <a href={builtInHref(data, galleryLink(gallery))} className="card">
            {gallery.cover && (
              <span className="shot">
                <SitePhoto
                  photo={{ ...gallery.cover, galleryId: gallery.id }}
                  alt=""
                  sizes={sizesOf(frame, 3)}
                  ratio="landscape"
                />
              </span>
            )}
            <span className="name text-title">{textsIn(gallery, data.language).name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function PostsBlock({ data, block, frame }: BlockProps<'posts'>) {
  const posts = data.posts.slice(0, block.count ?? 12);
  if (posts.length === 0) return null;
  return (
    <ul className="cards">
      {posts.map((post) => (
        <li key={post.href}>
          <a href={post.href} className="card">
            {post.photo && (
              <span className="shot">
                <SitePhoto photo={post.photo} alt="" sizes={sizesOf(frame, 3)} ratio="landscape" />
              </span>
            )}
            <span className="name text-title">{post.title}</span>
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
