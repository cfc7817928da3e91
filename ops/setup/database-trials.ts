import pg from 'pg';
import { databaseTarget, directTarget, sessionAddress } from '../lib/database-target.ts';
import { problemsBefore } from '../migrate/database-checks.ts';
import { projectProblems } from './project-ref.ts';
import type { Trial } from './question.ts';

/** Signs in through the pooler, as functions will (with a role of their own, which the first migration makes). */
export const databaseTrial: Trial = async (url, answers, outside) => {
  const other = projectProblems(url, answers);
  if (other.length > 0) return other;
  const client = new pg.Client(databaseTarget(url, outside).client);
  // A connection lost between statements rejects the next one; an unhandled event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return [];
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Asks the database for everything that the product needs. Where this machine has no IPv6, which a direct connection may
 * need, it asks through the pooler: zero-cache has IPv6.
 */
export const directDatabaseTrial: Trial = async (url, answers, outside) => {
  const other = projectProblems(url, answers);
  if (other.length > 0) return other;
  const target = directTarget(url, outside);
  const [pooled, hosted] = [answers.get('DatabaseUrl'), target.host.endsWith('.supabase.co')];
  try {
    return await problemsBefore(target);
  } catch (error) {
    if (!pooled || !hosted || !unreachable(error)) throw error;
  }
  outside.print('  not reached from here (IPv6), so its pooler is asked; give --pooled to npm run migrate and deploy');
  return problemsBefore(directTarget(sessionAddress(pooled), outside));
};

const unreachable = (error: unknown) => /ENETUNREACH|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN/.test(String(error));
