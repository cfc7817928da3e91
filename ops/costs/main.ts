import { readFileSync, writeFileSync } from 'node:fs';
import { computeCosts, computeScaling } from './costs.ts';

/* `node ops/costs/main.ts` recomputes the sums of docs/costs.md and docs/scaling.md. */
const file = (name: string) => new URL(`../../docs/${name}`, import.meta.url);
const costs = computeCosts(readFileSync(file('costs.md'), 'utf8'));
writeFileSync(file('costs.md'), costs);
writeFileSync(file('scaling.md'), computeScaling(readFileSync(file('scaling.md'), 'utf8'), costs));
