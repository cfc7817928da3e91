/**
 * Returns true if the system's share sheet accepts images, as on phones and tablets. Excludes desktops: their share
 * sheet sends files to people and programs, and a download is simpler.
 */
export function canSaveToPhotos(): boolean {
  if (!('canShare' in navigator) || !matchMedia('(pointer: coarse)').matches) return false;
  const probe = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'photo.jpg', { type: 'image/jpeg' });
  try {
    return navigator.canShare({ files: [probe] });
  } catch {
    return false;
  }
}
