import { z } from 'zod';

/** The database's integers; 21 million euros, and enough for a wedding in yen or rupiah. */
export const MAX_MONEY = 2_147_483_647;

/** An amount in integer minor units of the account's currency: cents of euros, whole yen. */
export const money = z.number().int().min(0).max(MAX_MONEY);
