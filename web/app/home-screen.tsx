import { useQuery } from '@rocicorp/zero/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { can } from '#core/domain/studio/roles.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { DropOverlay, UploadDropzone } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { ACCEPTED_FILE_TYPES } from '#web/features/uploads/file-check.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { usePageDrop } from '#web/lib/browser/use-page-drop.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { useWritable } from '#web/lib/sync/writable.ts';
import { HomeTabs } from './tabs.tsx';
import { useQuickGallery, useSampleGallery } from './use-quick-gallery.ts';

/** The home screen with the upload that starts a gallery, for roles that may create one. */
export function HomeScreen() {
  const { role } = useAccount();
  if (!can(role, 'galleries.write')) return <HomePage tabs={<HomeTabs />} />;
  return <HomePage tabs={<HomeTabs />} upload={<StartGallery />} sample={<SampleGallery />} />;
}

/** Takes photos or a folder, also dropped anywhere on the page, and creates a gallery with them. */
function StartGallery() {
  const { t } = useTranslation(['home', 'photos']);
  const writable = useWritable();
  const start = useQuickGallery();
  const isOver = usePageDrop({ enabled: writable, onFiles: start });
  return (
    <>
      <UploadDropzone
        compact
        title={t('upload.title')}
        hint={t('upload.hint')}
        chooseFilesLabel={t('photos:drop.files')}
        chooseFolderLabel={t('photos:drop.folder')}
        accept={ACCEPTED_FILE_TYPES}
        disabled={!writable}
        onFiles={start}
      />
      {isOver && <DropOverlay label={t('upload.here')} />}
    </>
  );
}

/** Opens the sample gallery, and creates it if there is none. */
function SampleGallery() {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  const create = useSampleGallery();
  const [galleries] = useQuery(queries.galleries.list({ limit: 1000 }));
  const [isCreating, setCreating] = useState(false);
  const open = async () => {
    const present = galleries.find(({ name }) => name === t('sample.name'));
    if (present) return navigate(galleryHref(present.id));
    setCreating(true);
    await create();
    setCreating(false);
  };
  return (
    <Button size="small" variant="quiet" writes loading={isCreating} onClick={() => void open()}>
      {t('sample.act')}
    </Button>
  );
}
