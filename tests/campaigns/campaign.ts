import type { Figure } from '../bench/figure.ts';

export interface CampaignOptions {
  /** Seed of all random choices: the same seed gives the same cases in the same order. */
  seed: number;
  /** A few cases of each kind, to show that the campaign runs. */
  isMiniature: boolean;
}

/**
 * One part of a campaign. It prints every fault with its seed and case number, and counts faults in a figure with the
 * limit 0. A figure beyond its limit fails the campaign.
 */
export interface CampaignPart {
  run(options: CampaignOptions): Promise<Figure[]>;
  /** Time limit, about three times what the part takes on two quiet cores. */
  minutes: number;
}
