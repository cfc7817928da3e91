import { defineQuery } from '@rocicorp/zero';
import { MAX_CONTRACT_TEMPLATES } from '../../domain/contracts.ts';
import { MAX_QUESTIONNAIRE_TEMPLATES } from '../../domain/questionnaires.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const contractQueries = {
  /** By name, archived ones included. A text may name prices, so assistants have none. */
  templates: defineQuery(({ ctx }) =>
    zql.contractTemplates
      .where('accountId', readableAccountId(ctx, 'sessions.write'))
      .orderBy('name', 'asc')
      .limit(MAX_CONTRACT_TEMPLATES),
  ),
};

export const questionnaireQueries = {
  /** By name, archived ones included. */
  templates: defineQuery(({ ctx }) =>
    zql.questionnaireTemplates
      .where('accountId', readableAccountId(ctx, 'sessions.write'))
      .orderBy('name', 'asc')
      .limit(MAX_QUESTIONNAIRE_TEMPLATES),
  ),
};
