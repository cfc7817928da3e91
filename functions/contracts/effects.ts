import { studioMutators } from '#core/zero/mutators.ts';
import { scheduleMessage, withdrawMessages } from '../outbox/messages.ts';
import { type EffectContext, type MutatorsWithEffects, withEffect } from '../platform/mutation-effects.ts';
import { assignContract, assignQuestionnaire, mailContract, refreshDraft } from './assign.ts';
import { assertComplete, readContract } from './contract-text.ts';

type Named = { id: string };

async function sessionOf(
  table: 'contracts' | 'questionnaires',
  { id }: Named,
  { sql, ctx }: EffectContext,
): Promise<{ accountId: string; sessionId: string } | undefined> {
  const [row] = await sql.query<{ sessionId: string }>(
    `select session_id as "sessionId" from ${table} where account_id = $1 and id = $2`,
    [ctx.accountId, id],
  );
  return row && { accountId: ctx.accountId, sessionId: row.sessionId };
}

const { contracts, questionnaires } = studioMutators;

export const contractEffects = {
  contracts: {
    send: withEffect(contracts.send, async ({ id, sessionId, templateId }, { sql, ctx, now }) => {
      await assignContract(sql, { accountId: ctx.accountId, id, sessionId, templateId }, now);
    }),
    resend: withEffect(contracts.resend, {
      async before({ id }, { sql, ctx }) {
        await refreshDraft(sql, ctx.accountId, id);
      },
      async after({ id }, { sql, ctx, now }) {
        const contract = await readContract(sql, ctx.accountId, id);
        if (!contract) return;
        assertComplete(contract);
        await mailContract(sql, { accountId: ctx.accountId, sessionId: contract.sessionId, contractId: id }, now);
      },
    }),
    replace: withEffect(contracts.replace, async ({ id, contractId }, { sql, ctx, now }) => {
      const former = await readContract(sql, ctx.accountId, contractId);
      if (!former?.templateId) return;
      const { sessionId, templateId, isRequired } = former;
      await withdrawMessages(sql, { accountId: ctx.accountId, sessionId, documentId: contractId }, now);
      await assignContract(sql, { accountId: ctx.accountId, id, sessionId, templateId, isRequired }, now);
    }),
    withdraw: withEffect(contracts.withdraw, async (args, context) => {
      const of = await sessionOf('contracts', args, context);
      if (of) await withdrawMessages(context.sql, { ...of, documentId: args.id }, context.now);
    }),
  },
  questionnaires: {
    send: withEffect(questionnaires.send, async ({ id, sessionId, templateId }, { sql, ctx, now }) => {
      await assignQuestionnaire(sql, { accountId: ctx.accountId, id, sessionId, templateId }, now);
    }),
    resend: withEffect(questionnaires.resend, async (args, context) => {
      const of = await sessionOf('questionnaires', args, context);
      if (of)
        await scheduleMessage(context.sql, { ...of, questionnaireId: args.id, kind: 'questionnaire' }, context.now);
    }),
    remove: withEffect(questionnaires.remove, {
      // Before the row takes its mails' references with it.
      async before(args, context) {
        const of = await sessionOf('questionnaires', args, context);
        if (of) await withdrawMessages(context.sql, { ...of, documentId: args.id }, context.now);
      },
      async after() {},
    }),
  },
} satisfies MutatorsWithEffects;
