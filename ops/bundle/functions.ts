import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** The repository's own folder. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Everything that is built lies below it; nothing in it is committed. */
export const BUILD_DIR = join(ROOT, '.build');

const ENTRIES = join(ROOT, 'functions/entries');

const KB = 1024;

/** What a function is packed with, beside its own code. */
export interface FunctionPlan {
  readonly name: string;
  /** The module whose `handler` Lambda calls. */
  readonly entry: string;
  /** Its decoder process, which needs sharp. */
  readonly worker: string | null;
  /** Whether it draws: with sharp in its own process once it does, and a font. */
  readonly isDrawing: boolean;
  /** Whether it carries the fonts of receipts, and what sets them. */
  readonly isPrinting: boolean;
  /** Whether it carries the built HTML documents. */
  readonly hasTemplates: boolean;
  /** Bytes of the zip at the most (issue "Deployable"): what a cold start has to fetch and unpack. */
  readonly maxZipBytes: number;
}

const DECODING = ['transform', 'ingest'];
const DRAWING = ['outbox'];
const PRINTING = ['payments', 'outbox'];
/** Two fonts, and a library with another font's measures in it: 800 KB, loaded when a receipt is printed. */
const PRINTING_BYTES = KB * KB;

/** Every function that is deployed, one for each entry. */
export const FUNCTIONS: readonly FunctionPlan[] = readdirSync(ENTRIES)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const name = basename(file, '.ts');
    const isDecoding = DECODING.includes(name);
    const isDrawing = DRAWING.includes(name);
    const isPrinting = PRINTING.includes(name);
    return {
      name,
      entry: join(ENTRIES, file),
      worker: isDecoding ? join(ROOT, 'functions/images/worker.ts') : null,
      isDrawing,
      isPrinting,
      hasTemplates: name === 'page',
      maxZipBytes: isDecoding || isDrawing ? 25 * KB * KB : isPrinting ? PRINTING_BYTES : 350 * KB,
    };
  });

/** @throws Error for a name that no function has. */
export function functionNamed(name: string): FunctionPlan {
  const plan = FUNCTIONS.find((one) => one.name === name);
  if (!plan) throw new Error(`No function "${name}"; there are ${FUNCTIONS.map((one) => one.name).join(', ')}`);
  return plan;
}
