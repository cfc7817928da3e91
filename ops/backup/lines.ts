import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A compressed file as it was; whatever goes wrong on the way is thrown where it is read. */
export function unzipped(file: string): Readable {
  return pipeline(createReadStream(file), createGunzip(), () => undefined);
}

/** The lines of a text in UTF-8, without their ends, one at a time. (node:readline would not tell of a broken stream.) */
export async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
