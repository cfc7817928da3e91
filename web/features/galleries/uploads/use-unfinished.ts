import { useEffect, useMemo, useState } from 'react';
import { comparePhotos } from '#core/domain/photos.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import type { PhotoRow } from '../photos/photo-rows.ts';
import { waitForOtherWindows } from './gallery-locks.ts';
import type { ResumableUpload } from './unfinished.ts';

/** Milliseconds in which nothing of them changes: another device may be uploading them right now. */
const SETTLED_MS = 2000;
const NONE: readonly ResumableUpload[] = [];

/** This person's photos of a gallery that have not arrived, and that no window is uploading any more. */
export function useResumableUploads(galleryId: string, photos: readonly PhotoRow[]): readonly ResumableUpload[] {
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
