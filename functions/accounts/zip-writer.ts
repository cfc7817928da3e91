import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Writes a ZIP file by file. Finished bytes wait in memory until `take`; text compresses to about a tenth. */
export class ZipWriter {
  readonly #zip: Zip;
  readonly #at: number;
  #chunks: Uint8Array[] = [];
  #failure: Error | null = null;

  /** @param at modification time of the files, epoch milliseconds */
  constructor(at: number) {
    this.#at = at;
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      else this.#chunks.push(chunk);
    });
  }

  /** Begins a compressed file. Writes go into it until the next file begins. */
  file(name: string): { write: (text: string) => void; end: () => void } {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = this.#at;
    this.#zip.add(file);
    const encoder = new TextEncoder();
    return {
      write: (text) => file.push(encoder.encode(text)),
      end: () => file.push(new Uint8Array(0), true),
    };
  }

  text(name: string, content: string): void {
    const file = this.file(name);
    file.write(content);
    file.end();
  }

  /** Adds a file as it is: PDFs are compressed inside. */
  stored(name: string, bytes: Uint8Array): void {
    const file = new ZipPassThrough(name);
    file.mtime = this.#at;
    this.#zip.add(file);
    file.push(bytes, true);
  }

  end(): void {
    this.#zip.end();
  }

  /** Returns the bytes since the last call. */
  take(): Uint8Array[] {
    if (this.#failure) throw this.#failure;
    return this.#chunks.splice(0);
  }
}
