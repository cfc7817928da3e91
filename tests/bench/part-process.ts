/**
 * Runs one part in its own process and sends its figures to the parent: `part-process.ts <name> <JSON of its options>`.
 * SIGTERM ends it immediately, while Playwright's own handler would only close the browser; the stack's supervisor, in
 * the same process group, receives the signal as well.
 */
import { PARTS, type PartName } from './parts.ts';
import type { PartOptions } from './sizes.ts';

process.on('SIGTERM', () => process.exit(143));
process.on('disconnect', () => process.exit(1));
const [name, options] = process.argv.slice(2);
const figures = await PARTS[name as PartName].run(JSON.parse(options!) as PartOptions);
process.send!(figures, () => process.exit());
