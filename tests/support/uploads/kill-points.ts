import type { Database, Queryable } from '#functions/platform/db/database.ts';

/** Nothing that this process would have done afterwards happens. */
export class Killed extends Error {}

/** Counts every step that processes take, and kills the one that takes the chosen step. */
export class KillPoints {
  readonly labels: string[] = [];
  #at: number | null = null;

  /** @param at the step that is not survived, from 0; null lets all live */
  arm(at: number | null): void {
    this.labels.length = 0;
    this.#at = at;
  }

  process(name: string): Process {
    let [isDead, hasBegun] = [false, false];
    const point = (label: string) => {
      hasBegun = true;
      if (isDead) throw new Killed(label);
      this.labels.push(`${name}: ${label}`);
      isDead = this.labels.length - 1 === this.#at;
      if (isDead) throw new Killed(label);
    };
    return {
      point,
      // Before one step is after the one before: between them nothing happens that anybody else sees.
      async around(label, work) {
        if (!hasBegun) point(`before ${label}`);
        else if (isDead) throw new Killed(label);
        const result = await work();
        point(`after ${label}`);
        return result;
      },
    };
  }
}

/** A browser's tab or one run of a function: once killed, whatever it still tries fails. */
export interface Process {
  point(label: string): void;
  /** Something that happens elsewhere: who asks for it can be killed before, or after, without hearing how it ended. */
  around<T>(label: string, work: () => Promise<T>): Promise<T>;
}

/** The database as a process has it: a transaction of one that is killed is rolled back. */
export function killableDatabase(db: Database, process: Process): Database {
  const on = (inner: Queryable): Queryable => ({
    query: (text, values) => process.around(labelOf(text), () => inner.query(text, values)),
  });
  return {
    ...on(db),
    pool: db.pool,
    close: () => db.close(),
    async transaction(work) {
      const result = await db.transaction((tx) => work(on(tx)));
      process.point('after commit');
      return result;
    },
  };
}

function labelOf(sql: string): string {
  const words = sql.replaceAll(/\s+/g, ' ').trim();
  return (
    /^(with .*? )?(select|insert into|update|delete from)( public\.| )?.{0,24}/.exec(words)?.[0] ?? words.slice(0, 32)
  );
}

/** Whatever has asynchronous methods: storage, a bucket, the decoder. */
export function killable<T extends object>(target: T, name: string, process: Process): T {
  return new Proxy(target, {
    get(object, property, receiver) {
      const value: unknown = Reflect.get(object, property, receiver);
      if (typeof value === 'object' && value !== null) return killable(value, `${name}.${String(property)}`, process);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        process.around(`${name}.${String(property)}`, async () => (await value.apply(object, args)) as unknown);
    },
  });
}
