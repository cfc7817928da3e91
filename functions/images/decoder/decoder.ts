import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { AppError } from '#core/domain/values/errors.ts';
import {
  type DecoderJob,
  type DecoderResult,
  type EncodedImage,
  type JobKind,
  type Original,
  type LogoData,
  type RenditionSetData,
  SET_ORDER,
  type SetRendition,
  type WorkerReply,
} from './protocol.ts';
import { DECODE_DEADLINE_MS, DECODE_QUEUE_MS, ORIGINAL_DEADLINE_MS } from './limits.ts';
import { ScratchFile } from './scratch-file.ts';

export type Decoder = {
  /**
   * Runs one job in a warm process of its own.
   * @throws AppError with the photo's failure (`corrupt`, `image_too_complex`, …) if the image is faulty, `unavailable`
   * if no process was free in time; any other error is the machine's
   */
  run<Kind extends JobKind>(job: DecoderJob[Kind]): Promise<DecoderResult[Kind]>;
  /** Kills all processes. */
  close(): void;
};

export type DecoderOptions = {
  /** Maximum number of processes; each decodes one image at a time. */
  size: number;
  deadlineMs?: number;
  queueMs?: number;
  /** How long an idle process stays warm, in milliseconds. */
  idleMs?: number;
  /** Called with each new process; for monitoring and tests. */
  onStart?: (worker: ChildProcess) => void;
};

/** The worker file beside this one: `.ts` where Node runs sources, `.mjs` in a bundle. */
const WORKER = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));

/** A process and the file that it shares with this one. */
type Worker = { process: ChildProcess; scratch: ScratchFile };
type Slot = { worker: Worker | null; idle: NodeJS.Timeout | null };
type QueuedJob = (slot: Slot) => void;

class WorkerDied extends Error {}

/** Creates a small pool of decoder processes. Starts none before the first job. */
export function createDecoder(options: DecoderOptions): Decoder {
  const { size, deadlineMs = DECODE_DEADLINE_MS, queueMs = DECODE_QUEUE_MS, idleMs = MINUTE_MS, onStart } = options;
  const free: Slot[] = Array.from({ length: size }, () => ({ worker: null, idle: null }));
  const all = [...free];
  const queue: QueuedJob[] = [];
  let isClosed = false;

  function start(): Worker {
    let started: ChildProcess;
    const scratch = new ScratchFile((descriptor) => {
      // Empty environment: no credentials where untrusted bytes are parsed. Two arenas limit malloc's memory.
      started = fork(WORKER, {
        env: { MALLOC_ARENA_MAX: '2' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc', descriptor],
      });
    });
    const worker = { process: started!, scratch };
    // The job that waits for the process listens too; without a listener a failed start would end this process.
    worker.process.on('error', () => {}).once('exit', () => scratch.close());
    worker.process.unref();
    worker.process.channel?.unref();
    onStart?.(worker.process);
    return worker;
  }

  function acquire(): Promise<Slot> {
    const slot = free.pop();
    if (slot) return Promise.resolve(slot);
    return new Promise((resolve, reject) => {
      const waiting: QueuedJob = (freed) => {
        clearTimeout(timer);
        resolve(freed);
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(new AppError('unavailable', { retryAfter: 1 }));
      }, queueMs);
      queue.push(waiting);
    });
  }

  function release(slot: Slot): void {
    const next = queue.shift();
    if (next) return next(slot);
    slot.idle = setTimeout(() => end(slot), idleMs).unref();
    free.push(slot);
  }

  function end(slot: Slot): void {
    slot.worker?.process.kill('SIGKILL');
    slot.worker?.scratch.close();
    slot.worker = null;
  }

  /** Starts the next process immediately, so that the next job does not wait for a cold start. */
  function replace(slot: Slot): void {
    end(slot);
    if (!isClosed) slot.worker = start();
  }

  async function attempt(slot: Slot, { open, watermark, ...order }: DecoderJob[JobKind]): Promise<WorkerResult> {
    if (slot.idle) clearTimeout(slot.idle);
    // Start the process first: it loads while the original begins to arrive.
    const worker = slot.worker?.process.connected ? slot.worker : (slot.worker = start());
    const original = await open();
    try {
      const answer = await runJob(worker, order, [original, ...(watermark ? [toOriginal(watermark)] : [])], deadlineMs);
      // After a machine error, replace the process: nothing of it may reach the next image.
      if (!answer.reply.ok && !('code' in answer.reply)) replace(slot);
      return answer;
    } catch (error) {
      replace(slot);
      throw error;
    }
  }

  return {
    async run<Kind extends JobKind>(job: DecoderJob[Kind]) {
      const slot = await acquire();
      try {
        const { reply, images } = await attempt(slot, job).catch((error: unknown) => {
          if (!(error instanceof WorkerDied) || isClosed) throw error;
          // The process may have been killed for another reason (memory, a restart): retry once in a new process.
          return attempt(slot, job).catch((retryError: unknown) => {
            throw retryError instanceof WorkerDied ? new AppError('image_too_complex') : retryError;
          });
        });
        if (reply.ok) return toResult(reply.facts, images) as DecoderResult[Kind];
        throw 'code' in reply ? new AppError(reply.code, reply.params) : new Error(reply.message);
      } finally {
        release(slot);
      }
    },
    close() {
      isClosed = true;
      for (const slot of all) end(slot);
    },
  };
}

type WorkerResult = { reply: WorkerReply; images: EncodedImage[] };

/** Wraps bytes in memory as a stream. */
function toOriginal(bytes: EncodedImage): Original {
  return { size: bytes.length, body: Readable.from([bytes]) };
}

/** The deadline starts when the original has arrived, so a slow transfer does not count. */
async function runJob(
  { process: worker, scratch }: Worker,
  order: Omit<DecoderJob[JobKind], 'open' | 'watermark'>,
  [original, watermark]: readonly [Original, ...Original[]],
  deadlineMs: number,
): Promise<WorkerResult> {
  const [replied, died, late] = [
    Promise.withResolvers<WorkerReply>(),
    Promise.withResolvers<never>(),
    Promise.withResolvers<never>(),
  ];
  const onEnd = () => died.reject(new WorkerDied());
  let timer = setTimeout(() => late.reject(new Error('the original did not arrive in time')), ORIGINAL_DEADLINE_MS);
  died.promise.catch(() => undefined);
  worker.once('message', replied.resolve).once('exit', onEnd).once('error', onEnd).ref();
  try {
    await Promise.race([scratch.append(original), died.promise, late.promise]);
    if (watermark) await scratch.append(watermark);
    clearTimeout(timer);
    timer = setTimeout(() => late.reject(new AppError('image_too_complex')), deadlineMs);
    const sizes = { size: original.size, watermarkSize: watermark?.size ?? 0 };
    worker.send({ ...order, ...sizes }, (error) => error && onEnd());
    const reply = await Promise.race([replied.promise, died.promise, late.promise]);
    return { reply, images: reply.ok ? scratch.take(reply.sizes) : [] };
  } finally {
    clearTimeout(timer);
    scratch.clear();
    worker.off('message', replied.resolve).off('exit', onEnd).off('error', onEnd).unref();
  }
}

function toResult(facts: RenditionSetData | LogoData | null, images: EncodedImage[]): DecoderResult[JobKind] {
  if (!facts) return { bytes: images[0]! };
  if ('ink' in facts) return { ...facts, images };
  const renditions = Object.fromEntries(SET_ORDER.map((name, index) => [name, images[index]!]));
  return { ...facts, renditions: renditions as Record<SetRendition, EncodedImage> };
}
