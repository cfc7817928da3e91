import type { IncomingMessage } from 'node:http';
import { InvocationError, PAYLOAD_LIMIT } from './invoke.ts';

/**
 * Returns the whole body, which Lambda needs before it starts.
 * @throws InvocationError `request_too_large` if it exceeds the limit
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
    // Reads on beyond the limit: a client that is still sending would not receive the response.
    if (size <= PAYLOAD_LIMIT) chunks.push(chunk);
  }
  if (size > PAYLOAD_LIMIT) throw tooLarge();
  return Buffer.concat(chunks);
}
