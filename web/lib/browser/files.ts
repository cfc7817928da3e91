import { MINUTE_MS } from '#core/domain/values/durations.ts';
/** Milliseconds until the object URL is revoked: long enough for the browser to start the download. */
const TAKEN_MS = MINUTE_MS;

/** Downloads a blob under a file name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  // Replaces characters that some system treats as a path or rejects in file names.
  link.download = name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
/** Paths of dropped files; a chosen folder's files have theirs in `webkitRelativePath`. */
const paths = new WeakMap<File, string>();

/** Returns a file's path below what was dropped or chosen, with its name: `Wedding/Church/IMG_1.jpg`. */
export const filePath = (file: File): string => paths.get(file) ?? (file.webkitRelativePath || file.name);

/** Returns the name of the folder that was chosen or dropped; null unless all files are from one. */
export function commonFolder(files: readonly File[]): string | null {
  const folders = files.map((file) => /^([^/]+)\//.exec(filePath(file))?.[1]);
  return folders[0] && folders.every((folder) => folder === folders[0]) ? folders[0] : null;
}

/** Returns the files of a drop or paste, folders included, in the order of their paths. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read the entries before the first await: the browser empties the list afterwards.
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry === null)) return [...transfer.files];
  const lists = await Promise.all(entries.filter((entry) => entry !== null).map((entry) => walk(entry)));
  return lists.flat();
}

async function walk(entry: FileSystemEntry, folder = ''): Promise<File[]> {
  // Skip .DS_Store and other hidden files.
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile) {
    const file = await fileOf(entry as FileSystemFileEntry);
    paths.set(file, folder + entry.name);
    return [file];
  }
  const children = await childrenOf(entry as FileSystemDirectoryEntry);
  children.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const lists = await Promise.all(children.map((child) => walk(child, `${folder}${entry.name}/`)));
  return lists.flat();
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader returns at most 100 entries per call (Chromium), and an empty list at the end. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
