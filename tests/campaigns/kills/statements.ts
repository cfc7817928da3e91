import type { Figure } from '../../bench/figure.ts';
import { createDatabase } from '../../support/database.ts';
import { startTestPostgres } from '../../support/test-postgres.ts';
import { killStatements } from '../../support/statement-kills.ts';
import type { CampaignOptions } from '../campaign.ts';
import { killProcesses } from './process-kills.ts';

const STATEMENTS = 200;

/** Kills of the process, the studios that it charges meanwhile, and the months of each. */
const KILLS = { kills: 200, studios: 40, months: 5 };
const FEW_KILLS = { kills: 4, studios: 3, months: 1 };

/**
 * Charges months of studios while the job's calls of Stripe are interrupted, and while the whole process that meters,
 * charges and mails is killed.
 */
export async function killMonths({ seed, isMiniature }: CampaignOptions): Promise<Figure[]> {
  const postgres = await startTestPostgres();
  const database = await createDatabase(postgres.url);
  try {
    const seeds = Array.from({ length: isMiniature ? 4 : STATEMENTS }, (_, index) => seed + index);
    const { statements, kills, restores, faults } = await killStatements(database, seeds);
    for (const fault of faults) console.error(`wrong: ${fault}`);
    console.log(`${kills} kills and ${restores} restores while ${statements} months were charged`);
    const killed = await killProcesses(database, { seed, ...(isMiniature ? FEW_KILLS : KILLS) });
    for (const fault of killed.faults) console.error(`wrong: ${fault}`);
    console.log(`${killed.kills} killed processes while ${killed.months} months were charged`);
    const none = (what: string, value: number, n: number): Figure => ({
      bar: 'kill',
      what,
      value,
      limit: 0,
      unit: '',
      n,
    });
    return [
      none('months not charged by one invoice of their cents', faults.length, statements),
      none('months of killed processes without one invoice and one mail', killed.faults.length, killed.months),
    ];
  } finally {
    await database.drop();
    await postgres.stop();
  }
}
