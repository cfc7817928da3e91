import { type PartRequest, POSTER, type Upload } from './upload-state.ts';

/** Number of parallel PUTs (docs/decisions/bars.md, bar 10). */
export const PARALLEL = 4;

export interface StoragePut extends Pick<PartRequest, 'url' | 'headers'> {
  body: Blob;
  signal: AbortSignal;
  /** `sent` in bytes. */
  onProgress: (sent: number) => void;
}

/**
 * Sends bytes to storage. Uses XMLHttpRequest, since `fetch` reports no progress of an upload.
 * @returns the HTTP status; 0 without a response, or once `signal` is aborted
 */
export function putToStorage({ url, headers, body, signal, onProgress }: StoragePut): Promise<number> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onloadend = () => resolve(request.status);
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

interface Transfer {
  upload: Upload;
  part: PartRequest;
  /** Bytes. */
  sent: number;
  aborter: AbortController;
}

interface TransferCallbacks {
  /** Receives the sent bytes of all the upload's parts in transfer. */
  onProgress: (inTransfer: number) => void;
  /** Receives the HTTP status, 0 without a response. */
  onEnd: (status: number) => void;
}

/** The PUTs in progress: whole files, and parts of large ones. */
export class Transfers {
  readonly #put: typeof putToStorage;
  readonly #all = new Set<Transfer>();

  constructor(put: typeof putToStorage) {
    this.#put = put;
  }

  get areAllBusy(): boolean {
    return this.#all.size === PARALLEL;
  }

  get isIdle(): boolean {
    return this.#all.size === 0;
  }

  has(upload: Upload, part: PartRequest): boolean {
    return this.#of(upload).some((transfer) => transfer.part.number === part.number);
  }

  abort(isUnwanted: (upload: Upload) => boolean): void {
    for (const transfer of this.#all) {
      if (!isUnwanted(transfer.upload)) continue;
      this.#all.delete(transfer);
      transfer.aborter.abort();
    }
  }

  /** Sends one part, without reading it into memory. Calls nothing back once it is aborted. */
  async send(upload: Upload, part: PartRequest, { onProgress, onEnd }: TransferCallbacks): Promise<void> {
    const transfer: Transfer = { upload, part, sent: 0, aborter: new AbortController() };
    this.#all.add(transfer);
    const { signal } = transfer.aborter;
    const report = (sent: number) => {
      // The poster's few bytes do not count.
      transfer.sent = part.number === POSTER ? 0 : sent;
      if (!signal.aborted) onProgress(this.#of(upload).reduce((sum, other) => sum + other.sent, 0));
    };
    report(0);
    const { url, headers, from, size } = part;
    const status = await this.#put({
      url,
      headers,
      body: part.number === POSTER ? upload.poster! : upload.file.slice(from, from + size),
      signal,
      onProgress: report,
    });
    // Immediately: a part that is neither in transfer nor stored would be sent again.
    if (this.#all.delete(transfer)) onEnd(status);
  }

  #of({ photoId }: Upload): Transfer[] {
    return [...this.#all].filter(({ upload }) => upload.photoId === photoId);
  }
}
