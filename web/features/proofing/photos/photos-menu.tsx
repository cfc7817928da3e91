import { FolderInput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { MAX_BULK_PHOTOS } from '#core/domain/photos/photos.ts';
import { can } from '#core/domain/studio/roles.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { Menu } from '#web/components/ui/overlays/menu.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import type { GalleryRow } from '#web/lib/galleries/types.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { selectPhotos } from '../../photos/selection.ts';
import { type PhotoRow, toIds } from '../../photos/types.ts';
import type { Proofing } from '../use-proofing.ts';
import { usePhotoUses } from './use-photo-uses.ts';

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
