import type { FilePart } from '#core/domain/uploads.ts';
import { fileParts, type SignedUpload } from './presigned-urls.ts';

/** One file on its way, piece by piece: what has arrived of it stays arrived, whatever happens to the rest. */
export class FileTransfer {
  readonly file: File;
  readonly pieces: readonly FilePart[];
  readonly #stored = new Set<number>();
  /** Bytes of pieces that are on their way. */
  readonly #sent = new Map<number, number>();
  #signed: SignedUpload | null = null;

  constructor(file: File) {
    this.file = file;
    this.pieces = fileParts(file.size);
  }

  /** Bytes that have arrived. */
  get sent(): number {
    const arrived = ({ number, size }: FilePart) => (this.#stored.has(number) ? size : (this.#sent.get(number) ?? 0));
    return this.pieces.reduce((sum, piece) => sum + arrived(piece), 0);
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

  /** What was on its way and was let go of has to be sent again. */
  dropped(number: number): void {
    this.#sent.delete(number);
  }

  stored(number: number): void {
    this.#stored.add(number);
    this.#sent.delete(number);
  }

  /**
   * The server's word counts, whatever was sent before: an upload that was given up there begins anew.
   * @returns pieces that had arrived and are missing again
   */
  heard(signed: SignedUpload): number[] {
    if (signed === this.#signed) return [];
    this.#signed = signed;
    const lost = [...this.#stored].filter((number) => signed.missing.has(number));
    for (const number of lost) this.#stored.delete(number);
    return lost;
  }
}
