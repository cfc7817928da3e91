import type { ArchiveStorage } from './archive-request.ts';

/** What a tab keeps of a gallery's downloads. A browser may refuse (private windows): then a reload begins anew. */
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
    // Refused: it lasts as long as the page.
  }
}

export function archiveStorage(galleryId: string): ArchiveStorage {
  const key = storageKey('archive', galleryId);
  return { read: () => read(key), write: (archiveId) => write(key, archiveId) };
}

/** Whether this tab has given the gallery's PIN. The server decides by itself; this only saves asking twice. */
export const isPinVerified = (galleryId: string) => read(storageKey('pin', galleryId)) !== null;
export const markPinVerified = (galleryId: string) => write(storageKey('pin', galleryId), '1');

/** The download that a mail leads to: `?download={archiveId}`. */
export function archiveFromSearch(search: string): string | null {
  return new URLSearchParams(search).get('download') || null;
}

/** The download's own address, which goes on in another browser as well. */
export function archiveUrl(archiveId: string | null): string {
  const address = `${location.origin}${location.pathname}`;
  return archiveId === null ? address : `${address}?download=${encodeURIComponent(archiveId)}`;
}

/** Whether there is a download to go on with: from a mail, or from before a reload. */
export function isDownloadPending(galleryId: string): boolean {
  return archiveFromSearch(location.search) !== null || archiveStorage(galleryId).read() !== null;
}
