import { expect, test } from 'vitest';
import { commonFolder, filePath, readDroppedFiles } from './files.ts';

type Tree = { [name: string]: Tree | null };

/** A dropped entry as in Chromium: a folder returns its children in batches until a batch is empty. */
function entry(name: string, children: Tree | null): unknown {
  if (children === null) {
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    };
  }
  const entries = Object.entries(children).map(([child, below]) => entry(child, below));
  const pieces = [entries.slice(0, 2), entries.slice(2)];
  const createReader = () => ({ readEntries: (done: (piece: unknown[]) => void) => done(pieces.shift() ?? []) });
  return { name, isFile: false, isDirectory: true, createReader };
}

function transfer(tree: Tree): DataTransfer {
  const items = Object.entries(tree).map(([name, below]) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry(name, below),
  }));
  return { items, files: [] } as unknown as DataTransfer;
}

test('walks folders in path order without hidden files', async () => {
  const tree = {
    'cover.jpg': null,
    wedding: { 'IMG_10.jpg': null, 'IMG_9.jpg': null, '.DS_Store': null, church: { 'IMG_1.jpg': null } },
  };
  const files = await readDroppedFiles(transfer(tree));
  expect(files.map((file) => file.name)).toEqual(['cover.jpg', 'IMG_1.jpg', 'IMG_9.jpg', 'IMG_10.jpg']);
  expect(files.map(filePath)).toEqual([
    'cover.jpg',
    'wedding/church/IMG_1.jpg',
    'wedding/IMG_9.jpg',
    'wedding/IMG_10.jpg',
  ]);
});

test('uses the file list without entries (a paste in some browsers)', async () => {
  const file = new File(['x'], 'pasted.png');
  const items = [{ kind: 'file', webkitGetAsEntry: () => null }];
  expect(await readDroppedFiles({ items, files: [file] } as unknown as DataTransfer)).toEqual([file]);
});

test('names the folder of all files, and none for files of several', async () => {
  const folder = await readDroppedFiles(transfer({ wedding: { church: { 'IMG_1.jpg': null }, 'IMG_2.jpg': null } }));
  expect(commonFolder(folder)).toBe('wedding');
  const loose = await readDroppedFiles(transfer({ 'IMG_3.jpg': null }));
  expect(commonFolder(loose)).toBeNull();
  expect(commonFolder([...folder, ...loose])).toBeNull();
  const chosen = Object.assign(new File(['x'], 'IMG_4.jpg'), { webkitRelativePath: 'party/late/IMG_4.jpg' });
  expect(commonFolder([chosen])).toBe('party');
  expect(commonFolder([])).toBeNull();
});
