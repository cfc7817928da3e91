import { MINUTE_MS } from '#core/domain/durations.ts';
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
/** Name of the dropped folder that a file was in. */
const droppedFolders = new WeakMap<File, string>();

/** Returns the name of the folder that was chosen or dropped; null unless all files are from one. */
export function commonFolder(files: readonly File[]): string | null {
  // The relative path begins with the chosen folder; it is empty for files chosen one by one.
  const folders = files.map((file) => droppedFolders.get(file) ?? file.webkitRelativePath?.split('/')[0]);
  return folders[0] && folders.every((folder) => folder === folders[0]) ? folders[0] : null;
}

/** Returns the files of a drop or paste, folders included, in the order of their paths. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read the entries before the first await: the browser empties the list afterwards.
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry === null)) return [...transfer.files];
  const roots = entries.filter((entry) => entry !== null);
  const lists = await Promise.all(roots.map(walk));
  for (const [index, root] of roots.entries()) {
    if (root.isDirectory) for (const file of lists[index]!) droppedFolders.set(file, root.name);
  }
  return lists.flat();
}

async function walk(entry: FileSystemEntry): Promise<File[]> {
  // Skip .DS_Store and other hidden files.
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile) return [await fileOf(entry as FileSystemFileEntry)];
  const children = await childrenOf(entry as FileSystemDirectoryEntry);
  children.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const lists = await Promise.all(children.map(walk));
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
