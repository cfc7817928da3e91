import { readFileSync, writeFileSync } from 'node:fs';
import { computeCosts } from './costs.ts';

/* `node ops/costs/main.ts` recomputes the sums of docs/costs.md. */
const file = new URL('../../docs/costs.md', import.meta.url);
writeFileSync(file, computeCosts(readFileSync(file, 'utf8')));
