import type { Database, Queryable } from '#functions/platform/db/database.ts';

/** Error of a killed process: nothing it would have done afterwards happens. */
export class Killed extends Error {}

/** Counts the steps of all processes, and kills the one that takes the chosen step. */
export class KillPoints {
  readonly labels: string[] = [];
  #at: number | null = null;

  /** @param at index of the killed step, from 0; null kills nothing */
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
      // A kill before a step equals one after the previous step: in between nothing is observable.
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

/** A browser tab or one run of a function: after the kill all its steps fail. */
export interface Process {
  point(label: string): void;
  /** A remote operation: its caller can be killed before it, or after it without its result. */
  around<T>(label: string, work: () => Promise<T>): Promise<T>;
}

/** The database as seen by a process: a kill rolls its transaction back. */
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

/** Any object with asynchronous methods: storage, a bucket, the decoder. */
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
