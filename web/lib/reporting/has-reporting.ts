import type { PublicConfig } from '../env.ts';

export type ReportingKeys = Pick<PublicConfig, 'analyticsKey' | 'errorsDsn'>;

/** True where this installation has third parties to ask about. */
export const hasReporting = ({ analyticsKey, errorsDsn }: ReportingKeys): boolean => Boolean(analyticsKey || errorsDsn);
