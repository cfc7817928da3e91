import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import type { EncodedImage, Original } from './decoder-protocol.ts';

/** File descriptor of the data pipe, after stdin, stdout, stderr and IPC: originals in, renditions out. */
export const PIPE = 4;

/** Returns the parent's end of a process's pipe. */
export function processPipe(worker: ChildProcess): Socket {
  const pipe = worker.stdio[PIPE];
  if (!(pipe instanceof Socket)) throw new Error('the decoder has no pipe');
  return pipe;
}

/**
 * Sends an original. Returns early without an error if the reader is gone; its exit reports that.
 * @throws Error if the original cannot be read completely or has another length than announced
 */
export async function sendOriginal(pipe: Socket, { size, body }: Original): Promise<void> {
  let sent = 0;
  for await (const chunk of body) {
    sent += chunk.length;
    if (sent > size || pipe.destroyed) break;
    if (!pipe.write(chunk)) await waitForDrain(pipe);
  }
  if (sent !== size && !pipe.destroyed) throw new Error(`original ended at ${sent} of ${size}`);
}

function waitForDrain(pipe: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      pipe.off('drain', done).off('close', done);
      resolve();
    };
    pipe.on('drain', done).on('close', done);
  });
}

/**
 * Buffers the process's output from now on. `take` returns images of these sizes once all bytes have arrived. It throws
 * on extra bytes, because the pipe is shared by the images of different customers.
 */
export function readBytes(pipe: Socket): {
  take(sizes: readonly number[]): Promise<EncodedImage[]>;
  stop(): void;
} {
  const chunks: EncodedImage[] = [];
  let gathered = 0;
  let arrived = () => {};
  const onData = (chunk: EncodedImage) => {
    chunks.push(chunk);
    gathered += chunk.length;
    arrived();
  };
  pipe.on('data', onData);
  return {
    async take(sizes) {
      const total = sizes.reduce((sum, size) => sum + size, 0);
      await new Promise<void>((resolve) => {
        arrived = () => gathered >= total && resolve();
        arrived();
      });
      if (gathered > total) throw new Error(`the decoder sent ${gathered} bytes, told of ${total}`);
      const all = Buffer.concat(chunks, total);
      let at = 0;
      return sizes.map((size) => all.subarray(at, (at += size)));
    },
    stop: () => void pipe.off('data', onData),
  };
}
