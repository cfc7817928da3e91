import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { AppError } from '../../domain/values/errors.ts';
import { rowId } from '../../domain/values/ids.ts';
import { MAX_PAGES, readPageSettings } from '../../domain/site/pages.ts';
import { can } from '../../domain/studio/roles.ts';
import { starterTheme } from '../../domain/site/site-starters/themes.ts';
import { readTheme, THEME_CHOICES } from '../../domain/branding/theme.ts';
import type { Ctx } from '../context.ts';
import { assertNew, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';
import { insertPage, newPage } from './pages.ts';
import { writeTheme } from './settings.ts';

/** Pages of one look at most. */
const MAX_STARTER_PAGES = 12;

/**
 * Creates the first pages of a site, or those of another look instead of the drafts: all or none. Posts stay, and
 * visitors see no change before the next publication. The server keeps the replaced drafts as a release of the kind
 * `saved`.
 *
 * `replaces` are the pages that the member has seen: with others the call is refused, so that repeating it, or starting
 * in two windows at the same time, does not replace pages that another person has just made. The theme of a look is set
 * by members who may change it; it takes effect immediately.
 */
export const startSite = studioMutator(
  'site.write',
  z.strictObject({
    savedId: rowId,
    template: z.enum(THEME_CHOICES.template).nullable(),
    replaces: z.array(rowId).max(MAX_PAGES),
    pages: z.array(newPage).min(1).max(MAX_STARTER_PAGES),
  }),
  async ({ tx, ctx, args: { savedId, template, replaces, pages }, now }) => {
    await assertNew(tx, ctx, 'siteReleases', savedId, 'savedId');
    const drafts = await tx.run(ownRows(ctx, 'pages'));
    const present = drafts.filter(({ settings }) => readPageSettings(settings).kind !== 'post');
    if (present.length !== replaces.length || present.some(({ id }) => !replaces.includes(id))) {
      throw new AppError('conflict', { field: 'replaces' });
    }
    for (const { id } of present) await tx.mutate.pages.delete({ id });
    for (const page of pages) await insertPage(tx, ctx, page, now);
    await chooseDefaultPage(tx, ctx, pages[0]!.path, now);
    if (template && can(ctx.role, 'account.update')) {
      const settings = await tx.run(ownRows(ctx, 'settings'));
      const current = readTheme((key) => settings.find((setting) => setting.key === key)?.value);
      await writeTheme(tx, ctx, starterTheme(template, current), now);
    }
  },
);

/** Makes the page the studio's first one, unless another is chosen. Visitors see it once it is published. */
async function chooseDefaultPage(tx: Transaction, ctx: Ctx, path: string, now: number): Promise<void> {
  const { accountId, userId: authorId } = ctx;
  const row = await tx.run(ownRows(ctx, 'cmsSettings').one());
  if (row?.defaultPage) return;
  if (row) return tx.mutate.cmsSettings.update({ accountId, defaultPage: path, updatedAt: now });
  await tx.mutate.cmsSettings.insert({
    accountId,
    authorId,
    defaultPage: path,
    seoTitle: '',
    seoDescription: '',
    seoKeywords: [],
    favicon: '',
    customCss: '',
    customJs: '',
    customCssCompiled: '',
    customJsHosts: [],
    customJsOn: false,
    updatedAt: now,
  });
}
