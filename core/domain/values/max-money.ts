/** Maximum of a Postgres integer: 21 million euros, and sufficient for a wedding in yen or rupiah. */
export const MAX_MONEY = 2_147_483_647;
