import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { AppError } from '#core/domain/values/errors.ts';
import { MAX_SFNT_BYTES } from './sfnt.ts';
import type { ReadFont } from './read-font.ts';
import type { WorkerReply } from './worker.ts';

export interface SandboxOptions {
  /** A font of 2 MB takes about ten seconds on a whole processor. */
  deadlineMs?: number;
  /** Inter needs 160 MB, most of it Node's own. */
  maxMemoryBytes?: number;
  /** Called with each process; for tests. */
  onStart?: (worker: ChildProcess) => void;
}

/** The worker file beside this one: `.ts` where Node runs sources, `.mjs` in a bundle. */
const WORKER = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));

const WATCH_MS = 50;
const PAGE_BYTES = 4096;

/**
 * Reads a font in a process of its own, which is killed when it takes too long or too much memory.
 * @throws AppError `not_a_font`, `font_collection`, `font_not_embeddable`, `font_too_complex`, `truncated`, `corrupt`,
 *   `too_large`
 */
export async function readFontSafely(
  bytes: Uint8Array,
  { deadlineMs = 18_000, maxMemoryBytes = 700 * 1024 * 1024, onStart }: SandboxOptions = {},
): Promise<ReadFont> {
  // Empty environment: no credentials where untrusted bytes are parsed.
  const worker = spawn(process.execPath, [WORKER], { env: {}, stdio: ['pipe', 'pipe', 'inherit'] });
  onStart?.(worker);
  const deadline = setTimeout(() => worker.kill('SIGKILL'), deadlineMs);
  const watch = setInterval(() => {
    if (residentBytes(worker) > maxMemoryBytes) worker.kill('SIGKILL');
  }, WATCH_MS);
  try {
    const ended = new Promise<void>((resolve, reject) => worker.once('close', () => resolve()).once('error', reject));
    // A process that ended early does not read its input.
    worker.stdin.on('error', () => undefined);
    worker.stdin.end(bytes);
    const [output] = await Promise.all([buffer(worker.stdout), ended]);
    return parseOutput(output);
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    worker.kill('SIGKILL');
  }
}

/** Resident memory by Linux; 0 elsewhere and for a process that has ended. */
function residentBytes({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

function parseOutput(output: Buffer): ReadFont {
  const end = output.indexOf('\n');
  // Killed, or crashed.
  if (end < 0) throw new AppError('font_too_complex');
  const reply = JSON.parse(output.toString('utf8', 0, end)) as WorkerReply;
  if (!reply.ok) throw new AppError(reply.code);
  const woff2 = output.subarray(end + 1);
  if (woff2.length === 0 || woff2.length > MAX_SFNT_BYTES) throw new AppError('font_too_complex');
  const { ok: _ok, ...read } = reply;
  return { ...read, woff2 };
}
