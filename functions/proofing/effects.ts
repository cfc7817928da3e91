import { studioMutators } from '#core/zero/mutators.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { enqueueSelectionMail } from './enqueue-mails.ts';

const { proofing } = studioMutators;

/** Tells the people of a selection that they can choose. */
async function tellOpen(listId: string, { sql, ctx, now }: EffectContext): Promise<void> {
  await enqueueSelectionMail(sql, { accountId: ctx.accountId, listId, kind: 'selection_open' }, now);
}

/** Mails to the people of a selection. */
export const proofingEffects = {
  proofing: {
    createSelection: withEffect(proofing.createSelection, async ({ id, notify }, context) => {
      if (notify) await tellOpen(id, context);
    }),
    setListStatus: withEffect(proofing.setListStatus, async ({ id, to, notify }, context) => {
      if (notify && to === 'open') await tellOpen(id, context);
    }),
    remind: withEffect(proofing.remind, async ({ id: listId }, { sql, ctx, now }) => {
      await enqueueSelectionMail(sql, { accountId: ctx.accountId, listId, kind: 'selection_reminder' }, now);
    }),
  },
} satisfies MutatorsWithEffects;
