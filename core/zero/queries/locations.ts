import { defineQuery } from '@rocicorp/zero';
import { MAX_LOCATIONS } from '../../domain/sessions/locations.ts';
import { readableAccountId } from '../context.ts';
import { zql } from '../schema.ts';

export const locationQueries = {
  list: defineQuery(({ ctx }) =>
    zql.locations
      .where('accountId', readableAccountId(ctx, 'sessions.read'))
      .orderBy('name', 'asc')
      .limit(MAX_LOCATIONS),
  ),
};
