import type { ReadonlyJSONValue, Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { applyPageOps, pageOps } from '../../domain/site/page-operations.ts';
import { pageRows } from '../../domain/site/page-rows.ts';
import { readPageRows } from '../../domain/site/page-upgrade.ts';
import { isPathOf, MAX_PAGES, pageMeta, type PageMeta, readPageSettings } from '../../domain/site/pages.ts';
import type { Ctx } from '../context.ts';
import { assertNew, lockRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

/** Zero's arguments are JSON, of which rows are a special case. */
const rowsOfPage = pageRows as unknown as z.ZodType<ReadonlyJSONValue, ReadonlyJSONValue>;

/** A page with its content, as `create` takes it. */
export const newPage = pageMeta
  .partial({ description: true, layout: true, settings: true })
  .safeExtend({ id: rowId, rows: rowsOfPage.optional(), order: z.number().finite() });

/** Inserts a draft. @throws AppError `conflict`, `limit_reached`, `validation_failed` */
export async function insertPage(tx: Transaction, ctx: Ctx, page: z.output<typeof newPage>, now: number) {
  const { id, path, settings = {} } = page;
  await assertNew(tx, ctx, 'pages', id);
  if ((await tx.run(ownRows(ctx, 'pages'))).length >= MAX_PAGES) throw new AppError('limit_reached');
  await assertPath(tx, ctx, id, { path, settings });
  await tx.mutate.pages.insert({
    id,
    accountId: ctx.accountId,
    authorId: ctx.userId,
    path,
    title: page.title,
    description: page.description ?? '',
    layout: page.layout ?? 'default',
    rows: page.rows ?? [],
    blocks: null,
    settings,
    order: page.order,
    createdAt: now,
    updatedAt: now,
  });
}

async function assertPath(tx: Transaction, ctx: Ctx, id: string, { path, settings }: PathOf): Promise<void> {
  if (!isPathOf(settings.kind ?? 'page', path)) throw new AppError('validation_failed', { field: 'path' });
  const taken = await tx.run(ownRows(ctx, 'pages').where('path', path).where('id', '!=', id).one());
  if (taken) throw new AppError('conflict', { field: 'path' });
}
type PathOf = Pick<PageMeta, 'path' | 'settings'>;

export const pageMutators = {
  create: studioMutator('site.write', newPage, async ({ tx, ctx, args, now }) => insertPage(tx, ctx, args, now)),

  /** Applies operations to the page's rows: all or none. The first ones also convert an older page. */
  apply: studioMutator(
    'site.write',
    z.strictObject({ id: rowId, ops: pageOps }),
    async ({ tx, ctx, args: { id, ops }, now }) => {
      const { rows } = applyPageOps(readPageRows(await lockRow(tx, ctx, 'pages', id)), ops);
      await tx.mutate.pages.update({ id, rows: rows as unknown as ReadonlyJSONValue, blocks: null, updatedAt: now });
    },
  ),

  /** Sets path, title, description, layout or settings; `settings` is set as a whole. */
  update: studioMutator(
    'site.write',
    z.strictObject({ id: rowId, changes: pageMeta.partial() }),
    async ({ tx, ctx, args: { id, changes }, now }) => {
      const page = await lockRow(tx, ctx, 'pages', id);
      const settings = changes.settings ?? readPageSettings(page.settings);
      if (changes.path !== undefined || changes.settings !== undefined) {
        await assertPath(tx, ctx, id, { path: changes.path ?? page.path, settings });
      }
      await tx.mutate.pages.update({ id, ...changes, updatedAt: now });
    },
  ),

  /** Deletes the draft; visitors see the page until the next publication. */
  remove: studioMutator('site.write', z.strictObject({ id: rowId }), async ({ tx, ctx, args: { id } }) => {
    await lockRow(tx, ctx, 'pages', id);
    await tx.mutate.pages.delete({ id });
  }),

  /** Sets the order of the menu; pages missing from the list go last. */
  reorder: studioMutator(
    'site.write',
    z.strictObject({ pageIds: z.array(rowId).min(1).max(MAX_PAGES) }),
    async ({ tx, ctx, args: { pageIds }, now }) => {
      const pages = await tx.run(ownRows(ctx, 'pages').orderBy('order', 'asc'));
      const byId = new Map(pages.map((page) => [page.id, page]));
      if (pageIds.some((id) => !byId.has(id))) throw new AppError('not_found', { field: 'pageIds' });
      for (const [order, id] of [...new Set([...pageIds, ...byId.keys()])].entries()) {
        // An unchanged page stays unchanged since its publication.
        if (byId.get(id)!.order !== order) await tx.mutate.pages.update({ id, order, updatedAt: now });
      }
    },
  ),
};
