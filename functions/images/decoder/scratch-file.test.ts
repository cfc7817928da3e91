import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readFully, replaceContent, ScratchFile } from './scratch-file.ts';

let descriptor = 0;
const scratchFile = () => new ScratchFile((file) => void (descriptor = file));
const original = (text: string, size = text.length) => ({ size, body: Readable.from([Buffer.from(text)]) });

test('carries originals in and images out', async () => {
  const scratch = scratchFile();
  await scratch.append(original('photo'));
  await scratch.append(original('mark'));
  expect(String(readFully(descriptor, 0, 5))).toBe('photo');
  expect(String(readFully(descriptor, 5, 4))).toBe('mark');
  replaceContent(descriptor, [Buffer.from('ab'), Buffer.from('c')]);
  expect(scratch.take([2, 1]).map(String)).toEqual(['ab', 'c']);
  scratch.close();
});

test.each([[[3, 1]], [[3, 3]]])('refuses 5 bytes for images of %j bytes', (sizes) => {
  const scratch = scratchFile();
  replaceContent(descriptor, [Buffer.from('12345')]);
  expect(() => scratch.take(sizes)).toThrow('wrote 5 bytes');
  scratch.close();
});

test('writes nothing after it is closed, when its descriptor may be another file', async () => {
  const scratch = scratchFile();
  const body = (async function* () {
    yield Buffer.from('12');
    scratch.close();
    // Takes the descriptor that was freed.
    const stream = createReadStream(import.meta.filename);
    await once(stream, 'open');
    yield Buffer.from('34');
    stream.destroy();
  })();
  await expect(scratch.append({ size: 4, body })).resolves.toBeUndefined();
  expect(() => scratch.take([4])).toThrow('has ended');
});
