/**
 * Runs one part in its own process and sends its figures to the parent: `part-process.ts <campaign> <part> <JSON of its
 * options>`. SIGTERM ends it immediately; a stack's supervisor, in the same process group, receives the signal as well.
 */
import type { CampaignOptions } from './campaign.ts';
import { CAMPAIGNS } from './campaigns.ts';

process.on('SIGTERM', () => process.exit(143));
process.on('disconnect', () => process.exit(1));
const [campaign, part, options] = process.argv.slice(2);
const figures = await CAMPAIGNS[campaign!]![part!]!.run(JSON.parse(options!) as CampaignOptions);
process.send!(figures, () => process.exit());
