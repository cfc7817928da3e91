import type { Figure } from '../bench/figure.ts';
import type { ApiStack } from '../support/api.ts';
import type { CampaignOptions, CampaignPart } from './campaign.ts';
import { withApi } from './hostile/api.ts';
import { mutateFonts } from './hostile/fonts.ts';
import { mutateImports } from './hostile/imports.ts';
import { mutatePictures } from './hostile/ingest.ts';
import { mutateLogos } from './hostile/logos.ts';
import { fuzzMutations } from './hostile/mutations.ts';
import { fuzzRequests } from './hostile/requests.ts';
import { KILLS } from './kills/parts.ts';
import { LOAD_PARTS } from './load/parts.ts';

/** A part on the API with a database and a storage of its own. */
const onApi = (
  part: (api: ApiStack, options: CampaignOptions) => Promise<Figure[]>,
  minutes: number,
): CampaignPart => ({
  run: (options) => withApi((api) => part(api, options)),
  minutes,
});

/** The parts of each campaign, in the order in which they run. */
export const CAMPAIGNS: Readonly<Record<string, Readonly<Record<string, CampaignPart>>>> = {
  hostile: {
    ingest: onApi(mutatePictures, 60),
    fonts: onApi(mutateFonts, 60),
    logos: onApi(mutateLogos, 20),
    imports: onApi(mutateImports, 20),
    requests: onApi(fuzzRequests, 90),
    mutations: onApi(fuzzMutations, 60),
  },
  kills: KILLS,
  load: LOAD_PARTS,
};
