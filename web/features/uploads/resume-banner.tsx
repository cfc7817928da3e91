import type { QueryRowType } from '@rocicorp/zero';
import { FolderOpen, ImagePlus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { comparePhotos } from '#core/domain/photos/photos.ts';
import type { queries } from '#core/zero/queries.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { FilePicker } from '#web/components/ui/inputs/upload-dropzone.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useFormat } from '#web/lib/format/use-format.ts';
import { ACCEPTED_FILE_TYPES } from './file-check.ts';
import { waitForOtherWindows } from './gallery-locks.ts';
import type { ResumableUpload } from './upload-item.ts';
import { useUploads } from './uploads-provider.tsx';

/** Maximum number of file names shown. */
const NAMED = 5;

/**
 * Lists uploads that a reload or crash interrupted and asks for the files again: the browser no longer has access to
 * them.
 */
export function ResumeBanner({ galleryId, unfinished }: { galleryId: string; unfinished: readonly ResumableUpload[] }) {
  const { t } = useTranslation('uploads');
  const { locale } = useFormat();
  const { resumeFrom, discard } = useUploads();
  const count = unfinished.length;
  if (count === 0) return null;
  const take = (files: File[]) => void resumeFrom(galleryId, files, unfinished);
  const names = unfinished.slice(0, NAMED).map(({ filename }) => filename);
  if (count > NAMED) names.push(t('more', { count: count - NAMED }));
  return (
    <Banner tone="warning" title={t('unfinished.title', { count })}>
      <p>{t('unfinished.text')}</p>
      <p className="mt-1 text-caption wrap-anywhere">{new Intl.ListFormat(locale, { type: 'unit' }).format(names)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <FilePicker
          label={t('unfinished.files')}
          icon={<ImagePlus />}
          multiple
          accept={ACCEPTED_FILE_TYPES}
          onFiles={take}
        />
        <FilePicker
          label={t('unfinished.folder')}
          icon={<FolderOpen />}
          folder
          onFiles={take}
          className="max-md:hidden"
        />
        <Button variant="quiet" onClick={() => void discard(galleryId, unfinished)}>
          {t('unfinished.forget')}
        </Button>
      </div>
    </Banner>
  );
}

/** Milliseconds without a change: another device may be uploading these photos right now. */
const SETTLED_MS = 2000;
const NONE: readonly ResumableUpload[] = [];

/** Returns this user's unfinished uploads of a gallery that no window is uploading. */
export function useResumableUploads(
  galleryId: string,
  photos: readonly QueryRowType<typeof queries.galleries.photos>[],
): readonly ResumableUpload[] {
  const userId = useAuth().session?.user.id;
  const begun = useMemo(
    () =>
      photos
        .filter(({ status, authorId }) => status === 'uploading' && authorId === userId)
        .toSorted(comparePhotos('filename')),
    [photos, userId],
  );
  const key = begun.map(({ id }) => id).join(' ');
  const [left, setLeft] = useState('');
  useEffect(() => {
    if (key === '') return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    waitForOtherWindows(galleryId, ended.signal)
      .then(() => {
        timer = setTimeout(setLeft, SETTLED_MS, key);
      })
      .catch(() => undefined);
    return () => {
      ended.abort();
      clearTimeout(timer);
      setLeft('');
    };
  }, [galleryId, key]);
  return left === key && key !== '' ? begun : NONE;
}
