/*
 * The process that reads one untrusted font: bytes on its standard input, a line of JSON and the WOFF2 on its output. It
 * has an empty environment and no keys. Its parent ends it (sandbox.ts).
 */
import { buffer } from 'node:stream/consumers';
import { readFont } from './read-font.ts';
import { FontError } from './sfnt.ts';

/** The answer of the process, before the bytes of the font. */
export type WorkerReply =
  | ({ ok: true } & Omit<Awaited<ReturnType<typeof readFont>>, 'woff2'>)
  | { ok: false; code: FontError['code'] };

async function answer(bytes: Buffer): Promise<Buffer> {
  const line = (reply: WorkerReply) => Buffer.from(`${JSON.stringify(reply)}\n`);
  try {
    const { woff2, ...read } = await readFont(bytes);
    return Buffer.concat([line({ ok: true, ...read }), woff2]);
  } catch (error) {
    // Any other error is a library's, about a file that it does not understand.
    return line({ ok: false, code: error instanceof FontError ? error.code : 'corrupt' });
  }
}

process.stdout.end(await answer(await buffer(process.stdin)));
