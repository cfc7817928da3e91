import type { Figure } from '../bench/figure.ts';
import type { ApiStack } from '../support/api.ts';
import type { CampaignOptions, CampaignPart } from './campaign.ts';
import { withApi } from './hostile/api.ts';
import { mutateFonts } from './hostile/fonts.ts';
import { mutateImports } from './hostile/imports.ts';
import { mutatePictures } from './hostile/ingest.ts';
import { attackLimits } from './hostile/limits.ts';
import { mutateLogos } from './hostile/logos.ts';
import { fuzzMutations } from './hostile/mutations.ts';
import { fuzzRequests } from './hostile/requests.ts';
import { KILLS } from './kills/parts.ts';
import { LOAD_PARTS } from './load/parts.ts';
import { REFUSED } from './refused/parts.ts';
import { compareInstallations, sizeOf } from './scale/compare.ts';
import { compareSync, measureGroups } from './scale/sync.ts';

/** A part on the API with a database and a storage of its own. */
const onApi = (
  part: (api: ApiStack, options: CampaignOptions) => Promise<Figure[]>,
  minutes: number,
): CampaignPart => ({
  run: (options) => withApi((api) => part(api, options)),
  minutes,
});

function atScale(scale: number, minutes: number): CampaignPart {
  return { run: ({ isMiniature }) => compareInstallations(sizeOf(isMiniature ? scale / 10 : scale)), minutes };
}

const syncSize = (isMiniature: boolean) => sizeOf(isMiniature ? 0.001 : 0.02);

/** The parts of each campaign, in the order in which they run. */
export const CAMPAIGNS: Readonly<Record<string, Readonly<Record<string, CampaignPart>>>> = {
  hostile: {
    ingest: onApi(mutatePictures, 60),
    fonts: onApi(mutateFonts, 60),
    logos: onApi(mutateLogos, 20),
    imports: onApi(mutateImports, 20),
    requests: onApi(fuzzRequests, 90),
    mutations: onApi(fuzzMutations, 60),
    limits: onApi(attackLimits, 20),
  },
  kills: KILLS,
  load: LOAD_PARTS,
  refused: REFUSED,
  /** 300 studios with a part of 3 million photos and 50 million gallery events: about 25 GB of disk for all of them. */
  scale: {
    hundredth: atScale(0.01, 10),
    tenth: atScale(0.1, 60),
    full: atScale(1, 600),
    sync: { run: ({ isMiniature }) => compareSync(syncSize(isMiniature)), minutes: 40 },
    /** The same studios in two halves that have a zero-cache each. */
    'sync-groups': { run: ({ isMiniature }) => measureGroups(syncSize(isMiniature), 2), minutes: 40 },
  },
};
