import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { type DnsRecord, type Question, TYPES } from './wire.ts';

const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;

export const dnsRecord = z
  .strictObject({
    name: z
      .string()
      .trim()
      .toLowerCase()
      .transform((name) => name.replace(/\.$/, ''))
      .pipe(z.string().max(253).regex(NAME)),
    type: z.enum(Object.keys(TYPES) as (keyof typeof TYPES)[]),
    value: z.string().trim().min(1).max(255),
  })
  .refine(({ type, value }) => {
    if (type === 'A') return isIPv4(value);
    return type === 'AAAA' ? isIPv6(value) : type !== 'CNAME' || NAME.test(value);
  });

/** Records that the built-in DNS server answers, kept in a file between starts. */
export class Zone {
  readonly #fixed: readonly DnsRecord[];
  readonly #file: string | undefined;
  #records: DnsRecord[];

  /** @param fixed records that are always there */
  constructor(fixed: readonly DnsRecord[], file?: string) {
    this.#fixed = fixed;
    this.#file = file;
    this.#records = file === undefined ? [] : read(file);
  }

  get records(): readonly DnsRecord[] {
    return this.#records;
  }

  add(record: DnsRecord): void {
    this.remove(record);
    this.#save([...this.#records, record]);
  }

  remove({ name, type, value }: DnsRecord): void {
    this.#save(this.#records.filter((one) => one.name !== name || one.type !== type || one.value !== value));
  }

  /** Returns the records of a name and type; behind a CNAME also those of its target. */
  answer({ name, type }: Pick<Question, 'name' | 'type'>): DnsRecord[] {
    const all = [...this.#fixed, ...this.#records];
    const found: DnsRecord[] = [];
    let at = name;
    // Longer chains are loops.
    for (let hops = 0; hops < 8; hops++) {
      found.push(...all.filter((record) => record.name === at && TYPES[record.type] === type));
      const alias = all.find((record) => record.name === at && record.type === 'CNAME');
      if (!alias || type === TYPES.CNAME) break;
      found.push(alias);
      at = alias.value;
    }
    return found;
  }

  #save(records: DnsRecord[]): void {
    this.#records = records;
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(records, null, 2));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function read(file: string): DnsRecord[] {
  try {
    return z.array(dnsRecord).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
