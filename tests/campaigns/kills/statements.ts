import type { Figure } from '../../bench/figure.ts';
import { createDatabase } from '../../support/database.ts';
import { startTestPostgres } from '../../support/test-postgres.ts';
import { killStatements } from '../../support/statement-kills.ts';
import type { CampaignOptions } from '../campaign.ts';

const STATEMENTS = 200;

/** Charges months of studios while the job is killed between and within its calls of Stripe. */
export async function killMonths({ seed, isMiniature }: CampaignOptions): Promise<Figure[]> {
  const postgres = await startTestPostgres();
  const database = await createDatabase(postgres.url);
  try {
    const seeds = Array.from({ length: isMiniature ? 4 : STATEMENTS }, (_, index) => seed + index);
    const { statements, kills, restores, faults } = await killStatements(database, seeds);
    for (const fault of faults) console.error(`wrong: ${fault}`);
    console.log(`${kills} kills and ${restores} restores while ${statements} months were charged`);
    const what = 'months not charged by one invoice of their cents';
    return [{ bar: 'kill', what, value: faults.length, limit: 0, unit: '', n: statements }];
  } finally {
    await database.drop();
    await postgres.stop();
  }
}
