import { normalizeForSearch } from '#web/lib/format/normalize-for-search.ts';
import type { PhotoRow } from './types.ts';

export const PHOTO_STATES = ['ready', 'processing', 'failed', 'hidden'] as const;
export type PhotoState = (typeof PHOTO_STATES)[number];

/** Filter of a gallery's photos; null and empty parts match everything. */
export interface PhotoFilter {
  text: string;
  /** Section id; `none` for photos without a section. */
  section: string | null;
  state: PhotoState | null;
  /** Camera as `cameraName` returns it. */
  camera: string | null;
}

export const NO_FILTER: PhotoFilter = { text: '', section: null, state: null, camera: null };
export const NO_SECTION = 'none';

type Filterable = Pick<PhotoRow, 'filename' | 'sectionId' | 'status' | 'isHidden' | 'metadata'>;

/** Returns "Canon EOS R5", also if the model repeats the make; '' if the file names no camera. */
export function cameraName({ metadata }: Pick<PhotoRow, 'metadata'>): string {
  const { cameraMake = '', cameraModel = '' } = metadata;
  return `${cameraMake} ${cameraModel.replace(cameraMake, '').trim()}`.trim();
}

/** Returns a predicate for the filter; null if everything is shown. */
export function filterPredicate(filter: PhotoFilter): ((photo: Filterable) => boolean) | null {
  const text = normalizeForSearch(filter.text.trim());
  if (text === '' && filter.section === null && filter.state === null && filter.camera === null) return null;
  return (photo) =>
    (text === '' || normalizeForSearch(photo.filename).includes(text)) &&
    (filter.section === null || (photo.sectionId ?? NO_SECTION) === filter.section) &&
    (filter.state === null || hasState(photo, filter.state)) &&
    (filter.camera === null || cameraName(photo) === filter.camera);
}

function hasState(photo: Filterable, state: PhotoState): boolean {
  if (state === 'hidden') return photo.isHidden;
  // Uploading photos count as processing: neither is ready yet.
  if (state === 'processing') return photo.status === 'processing' || photo.status === 'uploading';
  return photo.status === state;
}

export interface FilterCounts {
  sections: ReadonlyMap<string, number>;
  states: ReadonlyMap<PhotoState, number>;
  cameras: ReadonlyMap<string, number>;
}

/** Counts the photos that each choice would show alone. */
export function countFilters(photos: readonly Filterable[]): FilterCounts {
  const sections = new Map<string, number>();
  const states = new Map<PhotoState, number>();
  const cameras = new Map<string, number>();
  const count = <Key>(map: Map<Key, number>, key: Key) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const photo of photos) {
    count(sections, photo.sectionId ?? NO_SECTION);
    count(cameras, cameraName(photo));
    for (const state of PHOTO_STATES) if (hasState(photo, state)) count(states, state);
  }
  return { sections, states, cameras };
}
