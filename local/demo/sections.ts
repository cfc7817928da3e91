import { mutators } from '#core/zero/mutators.ts';
import { mutate, type BackOffice } from './back-office.ts';
import type { DemoGallery } from './content.ts';
import type { DemoIds } from './demo-ids.ts';

/** Creates a gallery's empty sections. Safe to repeat. */
export async function makeSections(office: BackOffice, ids: DemoIds, gallery: DemoGallery): Promise<void> {
  const galleryId = ids.gallery(gallery.key);
  for (const [index, { key, name }] of (gallery.sections ?? []).entries()) {
    const id = ids.section(gallery.key, key);
    await mutate(
      office,
      mutators.sections.create({ id, galleryId, name, order: index + 1, now: Date.now() }),
      'conflict',
    );
  }
}

/** Moves the uploaded photos into their sections. */
export async function fillSections(office: BackOffice, ids: DemoIds, gallery: DemoGallery): Promise<void> {
  const galleryId = ids.gallery(gallery.key);
  let next = 0;
  for (const { key, photographs } of gallery.sections ?? []) {
    const photoIds = gallery.photographs
      .slice(next, next + photographs)
      .map(({ filename }) => ids.photo(gallery.key, filename));
    next += photographs;
    const sectionId = ids.section(gallery.key, key);
    await mutate(office, mutators.photos.setSection({ galleryId, photoIds, sectionId, now: Date.now() }));
  }
}
