/**
 * Whether the system's sheet takes pictures: phones and tablets. A desk's sheet sends files to people and to other
 * programs, which is a detour to a folder.
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
