import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** Folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Folder of all build output; nothing in it is committed. */
export const BUILD_DIR = join(ROOT, '.build');

const ENTRIES = join(ROOT, 'functions/entries');

const KB = 1024;

/** Contents of a function's bundle beside its own code. */
export interface FunctionPlan {
  readonly name: string;
  /** Module with the `handler` that Lambda calls. */
  readonly entry: string;
  /** Module of its decoder process, which needs sharp. */
  readonly worker: string | null;
  /** True if it renders images: bundles sharp, loaded on demand in its own process, and a font. */
  readonly isDrawing: boolean;
  /** True if it bundles the fonts of receipts and their typesetting. */
  readonly isPrinting: boolean;
  /** True if it bundles the built HTML documents. */
  readonly hasTemplates: boolean;
  /** Maximum bytes of the zip (issue "Deployable"): a cold start downloads and unpacks it. */
  readonly maxZipBytes: number;
}

const DECODING = ['transform', 'ingest'];
const DRAWING = ['outbox'];
const PRINTING = ['payments', 'outbox'];
/** Two fonts and a library that contains another font's metrics: 800 KB, loaded when a receipt is printed. */
const PRINTING_BYTES = KB * KB;

/** All deployed functions, one per entry. */
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

/** @throws Error for an unknown name */
export function functionNamed(name: string): FunctionPlan {
  const plan = FUNCTIONS.find((one) => one.name === name);
  if (!plan) throw new Error(`No function "${name}"; there are ${FUNCTIONS.map((one) => one.name).join(', ')}`);
  return plan;
}
