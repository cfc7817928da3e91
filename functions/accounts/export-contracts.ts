import { BYTE_ORDER_MARK } from '#core/domain/values/csv.ts';
import { SECOND_MS } from '#core/domain/values/durations.ts';
import { localDate, type Clock } from '#core/domain/values/time.ts';
import { sanitizeName, UniqueNames } from '../archives/entries.ts';
import { findContractFile } from '../contracts/files.ts';
import type { Queryable } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type CsvStudio, csvWriter } from './export-csv.ts';
import type { ExportColumn } from './export-tables.ts';
import type { ZipWriter } from './zip-writer.ts';

/** A stored PDF of a signed contract. */
export interface ContractFile {
  accountId: string;
  contractId: string;
  sha256: string;
  title: string;
  /** Empty after the client was erased. */
  signer: string;
  /** ISO 8601. */
  signedAt: string;
  /** The PDF with the client's signature alone, or with both. */
  version: 'signed' | 'countersigned';
}

/** `left_out`: neither time nor room was left for it. */
type FileState = 'packed' | 'missing' | 'damaged' | 'left_out';

/** PDFs in flight; one has some hundred kilobytes. */
const READ_AHEAD = 8;
/** Time for PDFs in a run, well within the timeout of the outbox's function; at 30 MB/s they are 2 GB. */
const MAX_MS = 75 * SECOND_MS;
/** Bytes and number of PDFs: 4 GiB and 65,535 files are the limits of a ZIP without Zip64. */
const LIMITS = { bytes: 3.5 * 1024 ** 3, files: 65_000 } as const;

/** Returns the PDFs of a studio's contracts, in the order of their signatures. */
export function listContractFiles(tx: Queryable, { accountId }: { accountId: string }): Promise<ContractFile[]> {
  return tx.query<ContractFile>(
    `select c.account_id as "accountId", c.id as "contractId", f.sha256, c.title, c.signer_name as signer,
       to_jsonb(c.signed_at) as "signedAt", f.version
     from contracts c join contract_texts t on t.account_id = c.account_id and t.contract_id = c.id
       cross join lateral (values (1, 'signed', t.signed_sha256), (2, 'countersigned', t.final_sha256))
         as f (rank, version, sha256)
     where c.account_id = $1 and f.sha256 is not null order by c.signed_at, c.id, f.rank`,
    [accountId],
  );
}

const COLUMNS: readonly ExportColumn[] = [
  { name: 'file', isTime: false },
  { name: 'state', isTime: false },
  { name: 'title', isTime: false },
  { name: 'signer', isTime: false },
  { name: 'signed_at', isTime: true },
  { name: 'version', isTime: false },
  { name: 'bytes', isTime: false },
  { name: 'sha256', isTime: false },
  { name: 'contract_id', isTime: false },
];

/**
 * Yields the ZIP of the tables, then the PDFs in `contracts/`, read while the bytes are taken, and ends it with
 * `contracts.csv`, which names every PDF with its state. A missing or damaged one does not fail the export.
 */
export async function* withContracts(
  { storage, clock }: { storage: Storage; clock: Clock },
  { zip, contracts }: { zip: ZipWriter; contracts: readonly ContractFile[] },
  studio: CsvStudio,
): AsyncGenerator<Uint8Array> {
  yield* zip.take();
  const csv = csvWriter(studio);
  const names = new UniqueNames();
  const lines: string[] = [];
  const until = clock() + MAX_MS;
  const packed = { bytes: 0, files: 0 };
  const hasRoom = () => clock() < until && packed.bytes < LIMITS.bytes && packed.files < LIMITS.files;
  for await (const { of, found } of readAhead(contracts, (of) => (hasRoom() ? findContractFile(storage, of) : null))) {
    const state: FileState = found === null ? 'left_out' : found instanceof Uint8Array ? 'packed' : found;
    const file = names.unique(nameOf(of, studio.timeZone));
    if (found instanceof Uint8Array) {
      zip.stored(`contracts/${file}`, found);
      yield* zip.take();
      packed.bytes += found.length;
      packed.files += 1;
    }
    const { title, signer, version, sha256, signedAt: signed_at, contractId: contract_id } = of;
    const bytes = found instanceof Uint8Array ? found.length : null;
    lines.push(csv.line(COLUMNS, { file, state, title, signer, signed_at, version, bytes, sha256, contract_id }));
  }
  zip.text('contracts.csv', BYTE_ORDER_MARK + csv.header(COLUMNS.map(({ name }) => name)) + lines.join(''));
  zip.end();
  yield* zip.take();
}

type Found = Awaited<ReturnType<typeof findContractFile>> | null;

/** Yields files in order, with several requests ahead. */
async function* readAhead(
  files: readonly ContractFile[],
  read: (of: ContractFile) => Promise<Found> | null,
): AsyncGenerator<{ of: ContractFile; found: Found }> {
  const reading: { of: ContractFile; found: Promise<Found> | null }[] = [];
  let next = 0;
  while (next < files.length || reading.length > 0) {
    while (next < files.length && reading.length < READ_AHEAD) {
      const of = files[next++]!;
      const found = read(of);
      // The consumer gets the error when it is this file's turn.
      found?.catch(() => undefined);
      reading.push({ of, found });
    }
    const { of, found } = reading.shift()!;
    yield { of, found: await found };
  }
}

function nameOf({ signedAt, title, signer, version }: ContractFile, timeZone: string): string {
  const day = localDate(Date.parse(signedAt), timeZone);
  const suffix = version === 'countersigned' ? ' (countersigned)' : '';
  return sanitizeName(`${[`${day} ${title}`, signer].filter(Boolean).join(', ')}${suffix}.pdf`, 'contract.pdf');
}
