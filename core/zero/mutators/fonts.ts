import type { Transaction } from '@rocicorp/zero';
import { z } from 'zod';
import { customFontValue, DEFAULT_FONT, FONT_KEYS } from '../../domain/branding/fonts.ts';
import { rowId } from '../../domain/values/ids.ts';
import { assertFound, type Ctx } from '../context.ts';
import { zql } from '../schema.ts';
import { studioMutator } from '../studio-mutator.ts';

async function loadFont(tx: Transaction, ctx: Ctx, id: string) {
  return assertFound(await tx.run(zql.customFonts.where('id', id).where('accountId', ctx.accountId).one()));
}

export const fontMutators = {
  /** Records that the caller says: the studio may use this font on websites. The first confirmation stays. */
  confirm: studioMutator('account.update', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const { metadata } = await loadFont(tx, ctx, args.id);
    if (metadata.confirmed) return;
    const confirmed = { userId: ctx.userId, at: now };
    await tx.mutate.customFonts.update({ id: args.id, metadata: { ...metadata, confirmed } });
  }),

  /** Deletes a font. Settings that name it get the default font. */
  remove: studioMutator('account.update', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    await loadFont(tx, ctx, args.id);
    for (const name of FONT_KEYS) {
      const key = `theme.${name}`;
      const setting = await tx.run(zql.settings.where('accountId', ctx.accountId).where('key', key).one());
      if (setting?.value !== customFontValue(args.id)) continue;
      await tx.mutate.settings.update({
        accountId: ctx.accountId,
        key,
        authorId: ctx.userId,
        value: DEFAULT_FONT,
        updatedAt: now,
      });
    }
    await tx.mutate.customFonts.delete({ id: args.id });
  }),
};
