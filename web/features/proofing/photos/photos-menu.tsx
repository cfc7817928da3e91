import { FolderInput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MAX_BULK_PHOTOS } from '#core/domain/photos/photos.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { newGalleryId, newId } from '#web/lib/ids.ts';
import { galleryHref } from '#web/lib/paths.ts';
import type { SectionRow } from '../../photos/sections.ts';
import { selectPhotos, toIds } from '../../photos/selection.ts';
import type { PhotoRow } from '../../photos/types.ts';
import { restoreSections } from '../../photos/use-photo-actions.ts';
import { useUndoableMutation } from '../../photos/use-undoable-mutation.ts';
import type { Proofing } from '../use-proofing.ts';

/** Maximum length of the names of galleries and sections. */
const MAX_NAME = 120;

/** Puts photos into a new gallery, which has copies, or into a section. */
function usePhotoUses(gallery: GalleryRow, sections: readonly SectionRow[]) {
  const { t } = useTranslation(['proofing', 'photos']);
  const { id: accountId } = useAccount();
  const mutate = useUndoableMutation();
  const navigate = useNavigate();
  const galleryId = gallery.id;

  const newGallery = async (photos: readonly PhotoRow[], fullName: string) => {
    const [id, name] = [newGalleryId(accountId), fullName.slice(0, MAX_NAME).trim()];
    const made = { id, name, customerId: gallery.customerId, now: Date.now() };
    if (!(await mutate(mutators.galleries.create(made)))) return;
    const copies = photos.map((photo) => ({ from: photo.id, id: newId() }));
    const copy = mutators.photos.copy({ galleryId, toGalleryId: id, sectionId: null, copies, now: Date.now() });
    await mutate(copy, {
      done: t('photos.galleryMade', { count: photos.length }),
      undo: () => {
        void navigate(`${galleryHref(galleryId, 'galleryProofing')}`);
        return mutators.galleries.trash({ id, now: Date.now() });
      },
    });
    await navigate(galleryHref(id));
  };

  const toSection = (photos: readonly PhotoRow[], { id: sectionId, name }: Pick<SectionRow, 'id' | 'name'>) =>
    mutate(mutators.photos.setSection({ galleryId, photoIds: toIds(photos), sectionId, now: Date.now() }), {
      done: t('photos:inSection', { count: photos.length, name }),
      undo: () => restoreSections(galleryId, photos),
    });

  const newSection = (photos: readonly PhotoRow[], fullName: string) => {
    const [id, name] = [newId(), fullName.slice(0, MAX_NAME).trim()];
    const order = sections.reduce((highest, section) => Math.max(highest, section.order), 0) + 1;
    const made = { id, galleryId, name, order, photoIds: toIds(photos), now: Date.now() };
    return mutate(mutators.sections.create(made), {
      done: t('photos.sectionMade', { name }),
      undo: () => [...restoreSections(galleryId, photos), mutators.sections.remove({ id, now: Date.now() })],
    });
  };
  return { newGallery, toSection, newSection };
}

interface PhotosMenuProps {
  gallery: GalleryRow;
  proofing: Proofing;
  /** Name of the list. */
  name: string;
  /** Shown photos. */
  photos: readonly PhotoRow[];
}

/** Uses the shown photos elsewhere: selected in Photos, in a new gallery, in a section. */
export function PhotosMenu({ gallery, proofing, name, photos }: PhotosMenuProps) {
  const { t } = useTranslation('proofing');
  const { role } = useAccount();
  const navigate = useNavigate();
  const uses = usePhotoUses(gallery, proofing.sections);
  if (!can(role, 'photos.write') || !can(role, 'galleries.write')) return null;
  // Only a photo with a stored original can be copied.
  const ready = photos.filter(({ status }) => status === 'ready');
  const select = () => void navigate(galleryHref(gallery.id), { state: selectPhotos(toIds(photos)) });
  return (
    <Menu
      trigger={
        <Button size="small" icon={<FolderInput />} disabled={photos.length === 0 || photos.length > MAX_BULK_PHOTOS}>
          {t('photos.menu')}
        </Button>
      }
      groups={[
        {
          items: [
            { label: t('photos.select'), onSelect: select },
            {
              label: t('photos.newGallery'),
              writes: true,
              disabled: ready.length === 0,
              onSelect: () => void uses.newGallery(ready, t('photos.newName', { gallery: gallery.name, list: name })),
            },
          ],
        },
        {
          label: t('photos.toSection'),
          items: [
            ...proofing.sections.map((section) => ({
              label: section.name,
              writes: true,
              onSelect: () => void uses.toSection(photos, section),
            })),
            {
              label: t('photos.newSection', { name }),
              writes: true,
              onSelect: () => void uses.newSection(photos, name),
            },
          ],
        },
      ]}
    />
  );
}
