/**
 * Serves the transform handler on a port, on the buckets of its environment; like Lambda's runtime it answers with the
 * handler's result as JSON. It sends its port, and on any message the bytes of pictures that it has read.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDecoder } from '#functions/images/decoder/decoder.ts';
import { bucketsFromEnv } from '#functions/images/s3-objects.ts';
import { createTransform } from '#functions/images/transform.ts';

export const SERVING_SECRET = 'origin-secret-of-benches';

if (import.meta.main) {
  const { originals, renditions } = bucketsFromEnv();
  let bytesRead = 0;
  const counted: typeof renditions = {
    ...renditions,
    async get(key, ifNoneMatch) {
      const object = await renditions.get(key, ifNoneMatch);
      if (object && object !== 'not_modified') bytesRead += object.size;
      return object;
    },
  };
  const decoder = createDecoder({ size: 1 });
  const transform = createTransform({
    originals,
    renditions: counted,
    decoder,
    unstoredDecoder: decoder,
    originSecret: SERVING_SECRET,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const server = createServer((request, response) => {
    const event = {
      rawPath: request.url,
      headers: { ...request.headers, 'x-origin-secret': SERVING_SECRET, 'x-viewer-address': '192.0.2.1' },
      requestContext: { http: { method: request.method }, requestId: 'bench' },
    } as unknown as APIGatewayProxyEventV2;
    void transform(event).then((answer) => response.writeHead(answer.statusCode!).end(JSON.stringify(answer)));
  });
  process.on('message', () => process.send?.({ bytesRead }));
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}
