/** Long enough for a browser to take the bytes over, in milliseconds. */
const TAKEN_MS = 60_000;

/** Hands bytes to the browser, which keeps them as a file of this name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  // What some system takes for a path or refuses in a name.
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
