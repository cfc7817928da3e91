import type { Role } from '#core/domain/studio/roles.ts';
import type { Ctx } from '#core/zero/context.ts';
import { connectDatabase, type Database } from '#functions/platform/db/database.ts';
import { makeMembers, memberContext, type Members } from './back-office-rows.ts';
import { type BackOffice, backOffice } from './back-office.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { insertGallery, insertPhoto, insertSection, type Row } from './rows.ts';

/** The server's clock in mutator tests, and a different one that clients claim. */
export const NOW = Date.UTC(2030, 4, 1, 12);
export const CLIENT = Date.UTC(2020, 0, 1);

/** A studio whose mutators are called by one of its members. */
export interface MutatorStudio {
  database: TestDatabase;
  db: Database;
  office: BackOffice;
  members: Members;
  ctx: Ctx;
  /**
   * Each inserts a row of the studio.
   * @returns its id
   */
  gallery: (values?: Row) => Promise<string>;
  section: (galleryId: string, values?: Row) => Promise<string>;
  photo: (galleryId: string, values?: Row) => Promise<string>;
  query: (sql: string, values?: unknown[]) => Promise<Row[]>;
  close(): Promise<void>;
}

/** Creates a separate database with a studio: `close` it in `afterAll`. */
export async function mutatorStudio(role: Role): Promise<MutatorStudio> {
  const database = await createDatabase();
  const db = connectDatabase(database.apiUrl);
  const members = await makeMembers(database.pool);
  const { pool } = database;
  return {
    database,
    db,
    office: backOffice(database),
    members,
    ctx: memberContext(members, role, () => NOW),
    gallery: (values = {}) => insertGallery(pool, members.accountId, values),
    section: (galleryId, values = {}) => insertSection(pool, members.accountId, galleryId, values),
    photo: (galleryId, values = {}) => insertPhoto(pool, members.accountId, galleryId, values),
    query: async (sql, values = []) => (await pool.query<Row>(sql, values)).rows,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}
