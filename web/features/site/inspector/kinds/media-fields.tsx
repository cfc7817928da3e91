import { Columns3, LayoutDashboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { MAX_BLOCK_PHOTOS } from '#core/domain/site/page-blocks.ts';
import { ChoiceField } from '../choice-field.tsx';
import { DrawnField } from '../drawn-field.tsx';
import { setList } from '../items/item-keys.ts';
import { TEXT_MAX } from '../limits.ts';
import { GalleryField } from '../links/gallery-field.tsx';
import { LinkField } from '../links/link-field.tsx';
import { UrlField } from '../links/url-field.tsx';
import { PhotoField } from '../photos/photo-field.tsx';
import { PhotosField } from '../photos/photos-field.tsx';
import { setText } from '../text/text-change.ts';
import { NumberField } from '../text/number-field.tsx';
import { TextField } from '../text/text-field.tsx';
import type { FieldsOf } from '../types.ts';

/** Photos of a live gallery, galleries and posts without a chosen number, as in web/site. */
const DEFAULT_COUNT = 12;

function frame(className: string): ReactNode {
  return (
    <span className="flex h-full items-center justify-center">
      <span className={`rounded-print bg-edge/60 ${className}`} />
    </span>
  );
}

const RATIOS = {
  original: (
    <span className="flex h-full items-center justify-center gap-1.5">
      <span className="h-3/5 w-1/4 rounded-print bg-edge/60" />
      <span className="h-2/5 w-2/5 rounded-print bg-edge/60" />
    </span>
  ),
  square: frame('h-3/5 aspect-square'),
  portrait: frame('h-3/5 aspect-4/5'),
  landscape: frame('h-3/5 aspect-3/2'),
  wide: frame('w-4/5 aspect-21/9'),
};

const COLUMNS = ['1', '2', '3', '4', '5', '6'] as const;

/** Kinds that are mostly pictures. */
export const MEDIA_FIELDS: FieldsOf<'image' | 'gallery' | 'slideshow' | 'embed' | 'galleries' | 'posts'> = {
  image: {
    photoId: ({ block, set, t }) => (
      <PhotoField
        label={t('image.photo')}
        value={block.photoId}
        onChange={(photoId) => {
          set(['photoId'], photoId);
          // It describes the photo before.
          if (block.alt !== undefined) set(['alt'], null);
        }}
      />
    ),
    alt: ({ block, set, t }) => (
      <TextField
        label={t('photos.alt')}
        hint={t('photos.altHint')}
        value={block.alt}
        max={TEXT_MAX.line}
        onChange={setText(set, 'alt')}
      />
    ),
    caption: ({ block, set, t }) => (
      <TextField
        label={t('image.caption')}
        value={block.caption}
        max={TEXT_MAX.line}
        onChange={setText(set, 'caption')}
      />
    ),
    link: ({ block, set, t }) => (
      <LinkField label={t('image.link')} value={block.link} onChange={(link) => set(['link'], link)} />
    ),
    ratio: ({ block, set, t }) => (
      <DrawnField
        label={t('ratio.label')}
        hint={block.ratio && t('ratio.focal')}
        value={block.ratio}
        initial="original"
        onChange={(next) => set(['ratio'], next)}
        options={(['original', 'square', 'portrait', 'landscape', 'wide'] as const).map((value) => ({
          value,
          label: t(`ratio.${value}`),
          drawing: RATIOS[value],
        }))}
      />
    ),
  },
  gallery: {
    mode: ({ block, set, t }) => (
      <ChoiceField
        label={t('gallery.mode')}
        hint={t(`gallery.modeHints.${block.mode}`)}
        value={block.mode}
        onChange={(next) => set(['mode'], next)}
        options={(['live', 'picked'] as const).map((value) => ({ value, label: t(`gallery.modes.${value}`) }))}
      />
    ),
    galleryId: ({ block, set, t }) =>
      block.mode === 'live' && (
        <GalleryField
          label={t('gallery.gallery')}
          value={block.galleryId ?? null}
          onChange={(id) => set(['galleryId'], id)}
        />
      ),
    count: ({ block, set, t }) =>
      block.mode === 'live' && (
        <NumberField
          label={t('gallery.count')}
          value={block.count}
          initial={DEFAULT_COUNT}
          max={MAX_BLOCK_PHOTOS}
          onChange={(next) => set(['count'], next)}
        />
      ),
    photos: ({ block, set, t }) =>
      block.mode === 'picked' && (
        <PhotosField label={t('photos.label')} value={block.photos ?? []} onChange={setList(set, 'photos')} />
      ),
    columns: ({ block, set, t }) => (
      <ChoiceField
        label={t('gallery.columns')}
        hint={t('gallery.columnsHint')}
        value={block.columns === undefined ? undefined : (`${block.columns}` as (typeof COLUMNS)[number])}
        initial="3"
        onChange={(next) => set(['columns'], next === null ? null : Number(next))}
        options={COLUMNS.map((value) => ({ value, label: value }))}
      />
    ),
    layout: ({ block, set, t }) => (
      <ChoiceField
        label={t('gallery.layout')}
        hint={t(`gallery.layoutHints.${block.layout ?? 'grid'}`)}
        value={block.layout}
        initial="grid"
        onChange={(next) => set(['layout'], next)}
        options={[
          { value: 'grid', label: t('gallery.layouts.grid'), icon: <Columns3 /> },
          { value: 'masonry', label: t('gallery.layouts.masonry'), icon: <LayoutDashboard /> },
        ]}
      />
    ),
  },
  slideshow: {
    photos: ({ block, set, t }) => (
      <PhotosField label={t('photos.label')} value={block.photos} onChange={setList(set, 'photos', [])} />
    ),
    ratio: ({ block, set, t }) => (
      <DrawnField
        label={t('ratio.label')}
        hint={t('ratio.focal')}
        value={block.ratio}
        initial="landscape"
        onChange={(next) => set(['ratio'], next)}
        options={(['landscape', 'wide', 'square'] as const).map((value) => ({
          value,
          label: t(`ratio.${value}`),
          drawing: RATIOS[value],
        }))}
      />
    ),
  },
  embed: {
    url: ({ block, set, t }) => (
      <UrlField
        label={t('embed.url')}
        hint={t('embed.urlHint')}
        value={block.url}
        onChange={(url) => set(['url'], url)}
      />
    ),
    title: ({ block, set, t }) => (
      <TextField
        label={t('embed.title')}
        hint={t('embed.titleHint')}
        value={block.title}
        max={TEXT_MAX.line}
        onChange={setText(set, 'title')}
      />
    ),
  },
  galleries: {
    count: ({ block, set, t }) => (
      <NumberField
        label={t('galleries.count')}
        hint={t('galleries.hint')}
        value={block.count}
        initial={DEFAULT_COUNT}
        max={60}
        onChange={(next) => set(['count'], next)}
      />
    ),
  },
  posts: {
    count: ({ block, set, t }) => (
      <NumberField
        label={t('posts.count')}
        hint={t('posts.hint')}
        value={block.count}
        initial={DEFAULT_COUNT}
        max={60}
        onChange={(next) => set(['count'], next)}
      />
    ),
  },
};
