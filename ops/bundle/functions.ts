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
  /** Module of the process that reads untrusted files. */
  readonly worker: string | null;
  /** True if its worker decodes images: bundles sharp and libheif. */
  readonly isDecoding: boolean;
  /** True if its worker reads fonts: bundles HarfBuzz and WOFF2. */
  readonly isReadingFonts: boolean;
  /** True if it renders images: bundles sharp, loaded on demand in its own process, and a font. */
  readonly isDrawing: boolean;
  /** True if it bundles the fonts of receipts and contracts, and their typesetting. */
  readonly isPrinting: boolean;
  /** True if it bundles the built HTML documents. */
  readonly hasTemplates: boolean;
  /** Maximum bytes of the zip (issue "Deployable"): a cold start downloads and unpacks it. */
  readonly maxZipBytes: number;
}

const DECODING = ['transform', 'ingest', 'logos'];
const READING_FONTS = ['fonts'];
/** HarfBuzz and WOFF2 as WebAssembly: 1.1 MB packed, loaded by the worker. */
const FONTS_BYTES = 2 * KB * KB;
const DRAWING = ['outbox'];
const PRINTING = ['contracts', 'payments', 'portal', 'outbox'];
/** The built documents with their styles, and React’s renderer with the built-in pages, the sign-in page and websites. */
const PAGE_BYTES = 520 * KB;
/** Functions with the S3 client and much of their own, or with the mutators of all nouns and Zero's runtime. */
const LARGE = ['accounts', 'archives', 'integrations', 'public-pages', 'zero'];
const LARGE_BYTES = 345 * KB;
/** The driver of PostgreSQL, zod, Sentry and a noun or two, some of them with the S3 client. */
const USUAL_BYTES = 285 * KB;
/**
 * A library that contains another font's metrics, our font, and the heading fonts of the catalogue with their
 * readers: 2 MB, read when a receipt or contract is printed.
 */
const PRINTING_BYTES = 2.25 * KB * KB;

/** All deployed functions, one per entry. */
export const FUNCTIONS: readonly FunctionPlan[] = readdirSync(ENTRIES)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => {
    const name = basename(file, '.ts');
    const isDecoding = DECODING.includes(name);
    const isReadingFonts = READING_FONTS.includes(name);
    const isDrawing = DRAWING.includes(name);
    const isPrinting = PRINTING.includes(name);
    return {
      name,
      entry: join(ENTRIES, file),
      worker:
        isDecoding || isReadingFonts
          ? join(ROOT, `functions/${isDecoding ? 'images/decoder' : 'fonts'}/worker.ts`)
          : null,
      isDecoding,
      isReadingFonts,
      isDrawing,
      isPrinting,
      hasTemplates: name === 'page',
      maxZipBytes: maxZipBytes({
        name,
        isDecoding,
        isDrawing,
        isPrinting,
        isReadingFonts,
        hasTemplates: name === 'page',
      }),
    };
  });

type Kind = Pick<FunctionPlan, 'name' | 'isDecoding' | 'isDrawing' | 'isPrinting' | 'isReadingFonts' | 'hasTemplates'>;

function maxZipBytes(plan: Kind): number {
  if (plan.isDecoding || plan.isDrawing) return 25 * KB * KB;
  if (plan.isReadingFonts) return FONTS_BYTES;
  if (plan.hasTemplates) return PAGE_BYTES;
  if (plan.isPrinting) return PRINTING_BYTES;
  return LARGE.includes(plan.name) ? LARGE_BYTES : USUAL_BYTES;
}

/** @throws Error for an unknown name */
export function functionNamed(name: string): FunctionPlan {
  const plan = FUNCTIONS.find((one) => one.name === name);
  if (!plan) throw new Error(`No function "${name}"; there are ${FUNCTIONS.map((one) => one.name).join(', ')}`);
  return plan;
}
