import type { IncomingMessage } from 'node:http';
import { InvocationError, PAYLOAD_LIMIT } from './invoke.ts';

/**
 * The whole body, since Lambda gets no part of a request before all of it is there.
 * @throws InvocationError `request_too_large` as soon as that is certain
 */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new InvocationError('http', 'request_too_large');
  if (Number(request.headers['content-length'] ?? 0) > PAYLOAD_LIMIT) {
    request.resume();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Read to the end all the same: a client that is still sending would not see the answer.
    if (size <= PAYLOAD_LIMIT) chunks.push(chunk);
  }
  if (size > PAYLOAD_LIMIT) throw tooLarge();
  return Buffer.concat(chunks);
}
