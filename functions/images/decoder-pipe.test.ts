import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { presetParams } from '#core/domain/image-params.ts';
import * as pictures from '../../tests/support/pictures.ts';
import { createDecoder } from './decoder.ts';
import { readBytes } from './decoder-pipe.ts';

test('rejects unexpected bytes instead of taking them for the next image', async () => {
  const server = createServer((socket) => socket.end('12345')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pipe = new Socket().connect((server.address() as AddressInfo).port, '127.0.0.1');
  const gathered = readBytes(pipe);
  await once(pipe, 'end');
  await expect(gathered.take([3, 1])).rejects.toThrow('5 bytes, told of 4');
  server.close();
});

test('survives a process that cannot be signalled', async () => {
  const decoder = createDecoder({
    size: 1,
    onStart: (worker) => void worker.emit('error', new Error('kill EPERM')),
  });
  const bytes = await pictures.scene(64, 48).jpeg().toBuffer();
  const open = async () => ({ size: bytes.length, body: Readable.from([bytes]) });
  const params = presetParams('thumbnail');
  const rendition = await decoder.run<'rendition'>({ kind: 'rendition', open, type: 'jpeg', params, focal: null });
  expect(rendition.bytes.length).toBeGreaterThan(0);
  decoder.close();
});
