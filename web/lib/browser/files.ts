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
/** Files of a drop or paste, folders walked to the bottom, in the order of their paths. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Entries must be taken before the first await: afterwards the browser empties the list.
  const entries = [...transfer.items].filter((item) => item.kind === 'file').map((item) => item.webkitGetAsEntry());
  if (entries.every((entry) => entry === null)) return [...transfer.files];
  const lists = await Promise.all(entries.filter((entry) => entry !== null).map(walk));
  return lists.flat();
}

async function walk(entry: FileSystemEntry): Promise<File[]> {
  // .DS_Store and its kind: no photograph's name begins with a dot.
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

/** A reader answers at most 100 entries a call (Chromium) until it answers none. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
