import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Returns a decompressed stream of a file; its reader gets all errors. */
export function unzipped(file: string): Readable {
  return pipeline(createReadStream(file), createGunzip(), () => undefined);
}

/** Generates the lines of a UTF-8 text without line ends. (node:readline would not report a broken stream.) */
export async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
