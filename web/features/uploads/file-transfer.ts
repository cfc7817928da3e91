import type { FilePart } from '#core/domain/uploads.ts';
import { fileParts, type SignedUpload } from './presigned-urls.ts';

/** Transfer state of one file; stored parts stay stored. */
export class FileTransfer {
  readonly file: File;
  readonly pieces: readonly FilePart[];
  readonly #stored = new Set<number>();
  /** Sent bytes of parts in transfer. */
  readonly #sent = new Map<number, number>();
  #signed: SignedUpload | null = null;

  constructor(file: File) {
    this.file = file;
    this.pieces = fileParts(file.size);
  }

  /** Bytes sent so far. */
  get sent(): number {
    const sentBytesOf = ({ number, size }: FilePart) =>
      this.#stored.has(number) ? size : (this.#sent.get(number) ?? 0);
    return this.pieces.reduce((sum, piece) => sum + sentBytesOf(piece), 0);
  }

  get isStored(): boolean {
    return this.#stored.size === this.pieces.length;
  }

  isMissing(number: number): boolean {
    return !this.#stored.has(number);
  }

  bytesOf(number: number): Blob {
    const { from, size } = this.pieces[number - 1]!;
    return this.pieces.length === 1 ? this.file : this.file.slice(from, from + size, this.file.type);
  }

  progressed(number: number, sent: number): void {
    this.#sent.set(number, sent);
  }

  /** Marks a part as unsent after its transfer was cancelled. */
  dropped(number: number): void {
    this.#sent.delete(number);
  }

  stored(number: number): void {
    this.#stored.add(number);
    this.#sent.delete(number);
  }

  /**
   * Applies the server's list of missing parts. It is authoritative: an upload that the server has dropped starts anew.
   * @returns parts that had been stored and are missing again
   */
  heard(signed: SignedUpload): number[] {
    if (signed === this.#signed) return [];
    this.#signed = signed;
    const lost = [...this.#stored].filter((number) => signed.missing.has(number));
    for (const number of lost) this.#stored.delete(number);
    return lost;
  }
}
