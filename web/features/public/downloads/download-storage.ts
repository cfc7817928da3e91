import type { ArchiveStorage } from './archive-request.ts';

/** Keys in sessionStorage. Browsers may refuse it in private windows: a reload then starts again. */
const storageKey = (what: 'archive' | 'pin', galleryId: string) => `download-${what}:${galleryId}`;

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is refused: the value lasts as long as the page.
  }
}

export function archiveStorage(galleryId: string): ArchiveStorage {
  const key = storageKey('archive', galleryId);
  return { read: () => read(key), write: (archiveId) => write(key, archiveId) };
}

/** Returns true if this tab has sent the gallery's PIN. The server still checks it; this only avoids asking twice. */
export const isPinVerified = (galleryId: string) => read(storageKey('pin', galleryId)) !== null;
export const markPinVerified = (galleryId: string) => write(storageKey('pin', galleryId), '1');

/** Returns the download id of a mail link, `?download={archiveId}`. */
export function archiveFromSearch(search: string): string | null {
  return new URLSearchParams(search).get('download') || null;
}

/** Returns the URL of a download, which also works in another browser. */
export function archiveUrl(archiveId: string | null): string {
  const address = `${location.origin}${location.pathname}`;
  return archiveId === null ? address : `${address}?download=${encodeURIComponent(archiveId)}`;
}

/** Returns true if a download can be continued: from a mail link or from before a reload. */
export function isDownloadPending(galleryId: string): boolean {
  return archiveFromSearch(location.search) !== null || archiveStorage(galleryId).read() !== null;
}
