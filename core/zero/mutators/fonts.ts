import { z } from 'zod';
import { customFontValue, DEFAULT_FONT, FONT_KEYS } from '../../domain/branding/fonts.ts';
import { rowId } from '../../domain/values/ids.ts';
import { ownRow, ownRows } from '../own-rows.ts';
import { studioMutator } from '../studio-mutator.ts';

export const fontMutators = {
  /** Records that the caller says: the studio may use this font on websites. The first confirmation stays. */
  confirm: studioMutator('account.update', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    const { metadata } = await ownRow(tx, ctx, 'customFonts', args.id);
    if (metadata.confirmed) return;
    const confirmed = { userId: ctx.userId, at: now };
    await tx.mutate.customFonts.update({ id: args.id, metadata: { ...metadata, confirmed } });
  }),

  /** Deletes a font. Settings that name it get the default font. */
  remove: studioMutator('account.update', z.strictObject({ id: rowId }), async ({ tx, ctx, args, now }) => {
    await ownRow(tx, ctx, 'customFonts', args.id);
    for (const name of FONT_KEYS) {
      const key = `theme.${name}`;
      const setting = await tx.run(ownRows(ctx, 'settings').where('key', key).one());
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
