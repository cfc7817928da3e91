import type { ReadonlyJSONValue } from '@rocicorp/zero';
import type { PoolClient } from 'pg';
import { zeroNodePg } from '@rocicorp/zero/server/adapters/pg';
import { AppError, type ErrorCode } from '#core/domain/values/errors.ts';
import type { Ctx } from '#core/zero/context.ts';
import { queries } from '#core/zero/queries.ts';
import { schema } from '#core/zero/schema.ts';
import { serverMutators } from '#functions/zero/mutators.ts';
import type { TestDatabase } from './database.ts';
import type { Db } from './rows.ts';

type Named = { fn: (options: never) => unknown };
export type Args = ReadonlyJSONValue | undefined;
type Zero = ReturnType<typeof zeroNodePg<typeof schema>>;
export type Tx = Parameters<Parameters<Zero['transaction']>[0]>[0];

/** Entries of a registry by name: `galleries.create` and so on, independent of other definitions. */
function entriesOf(registry: object, prefix = ''): [string, Named][] {
  return Object.entries(registry).flatMap(([key, value]) => {
    // Zero's registry stores its own type here.
    if (key === '~') return [];
    const name = prefix + key;
    const isNamed = typeof value === 'function' || 'fn' in value;
    return isNamed ? [[name, value as Named] as [string, Named]] : entriesOf(value as object, `${name}.`);
  });
}

const MUTATORS = new Map(entriesOf(serverMutators));
const QUERIES = new Map(entriesOf(queries));
export const mutatorNames = [...MUTATORS.keys()];
export const queryNames = [...QUERIES.keys()];

export type Outcome = 'done' | ErrorCode;

/** Runs queries and mutators with their effects as the server does, by name, on a real database without HTTP. */
export interface BackOffice {
  /** Outcome of a mutation; throws errors other than expected refusals. */
  mutate(name: string, args: Args, ctx: Ctx | undefined): Promise<Outcome>;
  /** Code and params of an expected refusal; undefined without one. */
  refusal(name: string, args: Args, ctx: Ctx | undefined): Promise<{ code: string; params: object } | undefined>;
  /** Like `mutate`, but rolled back: `look` reads the changed database, and is not called after a failure. */
  attempt(name: string, args: Args, ctx: Ctx | undefined, look?: (db: Db) => Promise<void>): Promise<Outcome>;
  /** Like `mutate`, within the caller's transaction; failures are thrown. */
  mutateIn(tx: Tx, name: string, args: Args, ctx: Ctx | undefined): Promise<Outcome>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rows of a query, always as a list. */
  read(name: string, args: Args, ctx: Ctx | undefined): Promise<Row[]>;
}

class RolledBack extends Error {}

export type Row = { readonly [column: string]: unknown };

export function backOffice(database: TestDatabase): BackOffice {
  const zero = zeroNodePg(schema, database.apiPool);
  const mutateIn: BackOffice['mutateIn'] = async (tx, name, args, ctx) => {
    await named(MUTATORS, name)({ tx, args, ctx });
    return 'done';
  };
  return {
    mutateIn,
    transaction: (work) => zero.transaction(work),
    mutate: async (name, args, ctx) => outcomeOf(zero.transaction((tx) => mutateIn(tx, name, args, ctx))),
    async attempt(name, args, ctx, look) {
      let outcome: Outcome | undefined;
      const attempted = zero.transaction(async (tx) => {
        outcome = await mutateIn(tx, name, args, ctx);
        const db = tx.dbTransaction.wrappedTransaction as PoolClient;
        // Runs the checks that a commit would run.
        await db.query('set constraints all immediate');
        await look?.(db);
        throw new RolledBack();
      });
      return outcomeOf(
        attempted.catch((error: unknown) => {
          if (error instanceof RolledBack) return outcome!;
          throw error;
        }),
      );
    },
    async refusal(name, args, ctx) {
      try {
        await zero.transaction((tx) => mutateIn(tx, name, args, ctx));
        return undefined;
      } catch (error) {
        if (error instanceof AppError) return { code: error.code, params: error.params };
        throw error;
      }
    },
    async read(name, args, ctx) {
      const query = named(QUERIES, name)({ args, ctx }) as Parameters<Tx['run']>[0];
      const found: unknown = await zero.transaction((tx) => tx.run(query));
      return (Array.isArray(found) ? found : [found].filter((row) => row !== undefined)) as Row[];
    },
  };
}

/** Outcome of a mutation; arguments that the schema refuses are `validation_failed`, as for a client. */
export async function outcomeOf(work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof AppError) return cause.code;
    if (cause instanceof Error && cause.name === 'InputValidationError') return 'validation_failed';
    throw error;
  }
}

function named(registry: ReadonlyMap<string, Named>, name: string) {
  const entry = registry.get(name);
  if (!entry) throw new Error(`there is no ${name}`);
  return (options: object) => entry.fn(options as never);
}
