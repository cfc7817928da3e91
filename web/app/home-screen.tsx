import { useQuery } from '@rocicorp/zero/react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { galleryName } from '#core/domain/galleries/galleries.ts';
import { can } from '#core/domain/studio/roles.ts';
import { mutators } from '#core/zero/mutators.ts';
import { queries } from '#core/zero/queries.ts';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { DropOverlay, UploadDropzone } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { useToast } from '#web/components/ui/overlays/toast.tsx';
import { HomePage } from '#web/features/home/home-page.tsx';
import { useFolderUpload } from '#web/features/photos/use-folder-upload.ts';
import { ACCEPTED_FILE_TYPES, checkFile } from '#web/features/uploads/file-check.ts';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { importTwice } from '#web/lib/browser/outdated-page.ts';
import { commonFolder } from '#web/lib/browser/files.ts';
import { usePageDrop } from '#web/lib/browser/use-page-drop.ts';
import { useFormat } from '#web/lib/format/use-format.ts';
import { trackPendingGallery } from '#web/lib/galleries/pending-galleries.ts';
import { newGalleryId } from '#web/lib/ids.ts';
import { galleryHref } from '#web/lib/paths.ts';
import { useMutation } from '#web/lib/sync/use-mutation.tsx';
import { useWritable } from '#web/lib/sync/writable.ts';
import { HomeTabs } from './tabs.tsx';

/** Returns a function that creates a draft gallery, starts the upload of its photos and opens it. */
function useCreateWithPhotos() {
  const { id: accountId } = useAccount();
  const mutate = useMutation();
  const navigate = useNavigate();
  const upload = useFolderUpload();
  return async (name: string, files: readonly File[], description = '') => {
    const id = newGalleryId(accountId);
    const request = mutators.galleries.create({ id, name, description, now: Date.now() });
    if (!(await mutate(request, { onSubmitted: (outcome) => trackPendingGallery(id, outcome) }))) return;
    void upload(id, [], files);
    await navigate(galleryHref(id));
  };
}

/** Returns a function that creates a gallery from files: named after their folder, otherwise after the day. */
function useQuickGallery(): (files: File[]) => void {
  const { t } = useTranslation('home');
  const format = useFormat();
  const toast = useToast();
  const create = useCreateWithPhotos();
  return (files) => {
    if (!files.some((file) => checkFile(file).ok)) {
      toast({ title: t('upload.none'), tone: 'danger' });
      return;
    }
    const folder = galleryName.safeParse((commonFolder(files) ?? '').slice(0, 120));
    void create(folder.success ? folder.data : format.day(Date.now()), files);
  };
}

/** Bundled with the app, outside of what is stored for offline use: about 70 KB each. */
const SAMPLE_PHOTOS = [
  new URL('./sample-photos/sample-1.jpg', import.meta.url),
  new URL('./sample-photos/sample-2.jpg', import.meta.url),
  new URL('./sample-photos/sample-3.jpg', import.meta.url),
  new URL('./sample-photos/sample-4.jpg', import.meta.url),
  new URL('./sample-photos/sample-5.jpg', import.meta.url),
  new URL('./sample-photos/sample-6.jpg', import.meta.url),
];

/** Returns a function that creates the sample gallery: an ordinary draft whose name and description say what it is. */
function useSampleGallery(): () => Promise<void> {
  const { t } = useTranslation('home');
  const toast = useToast();
  const create = useCreateWithPhotos();
  return async () => {
    try {
      const files = await Promise.all(SAMPLE_PHOTOS.map(download));
      await create(t('sample.name'), files, t('sample.text'));
    } catch {
      toast({ title: t('sample.failed'), tone: 'danger' });
    }
  };
}

/** Fetches a bundled photo as a file. Throws if the answer is not the photo. */
async function download(url: URL, index: number): Promise<File> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
  return new File([await answer.blob()], `sample-${index + 1}.jpg`, { type: 'image/jpeg' });
}

/** Lazy: contracts are a part of the sessions' screens, which load once the home screen has its rows. */
const ContractDialog = lazy(async () => {
  const { ContractDialog: component } = await importTwice(() => import('#web/features/documents/contract-dialog.tsx'));
  return { default: component };
});

/** Lazy like the dialog of contracts. */
const RequestDialog = lazy(async () => {
  const load = () => import('#web/features/payments/dialogs/request-dialog.tsx');
  const { RequestDialog: component } = await importTwice(load);
  return { default: component };
});

const DIALOGS = { contract: ContractDialog, request: RequestDialog };

/** The home screen with the upload that starts a gallery, for roles that may create one. */
export function HomeScreen() {
  const { role } = useAccount();
  const frame = { tabs: <HomeTabs />, dialogs: DIALOGS };
  if (!can(role, 'galleries.write')) return <HomePage {...frame} />;
  return <HomePage {...frame} upload={<StartGallery />} sample={<SampleGallery />} />;
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
