import { useTranslation } from 'react-i18next';
import { generatePath, Link } from 'react-router-dom';
import type { ContractGap } from '#core/domain/contracts/contract-gaps.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { customerHref, paths, sessionHref } from '#web/lib/paths.ts';

/** Where the values of a contract come from. */
export interface ContractSources {
  /** Undefined where the template is already on the screen. */
  templateId?: string | null | undefined;
  customerId?: string | null | undefined;
  sessionId?: string | undefined;
}

/** Returns the screen on which a gap is filled; null if that is the present one. */
function hrefOf(gap: ContractGap, { templateId, customerId, sessionId }: ContractSources): string | null {
  switch (gap) {
    case 'draftLine':
      return templateId ? generatePath(paths.contractTemplate, { templateId }) : null;
    case 'client':
    case 'clientAddress':
    case 'clientTaxId':
      return customerId ? customerHref(customerId) : null;
    case 'studio':
    case 'studioAddress':
      return paths.settings;
    case 'studioTaxId':
      return paths.money;
    default:
      return sessionId ? sessionHref(sessionId) : null;
  }
}

interface ContractGapsProps extends ContractSources {
  gaps: readonly ContractGap[];
  /** By default that it cannot be sent yet. */
  title?: string;
}

/** Lists what a contract lacks to be sent, each with the way to where it is filled in. Nothing without gaps. */
export function ContractGaps({ gaps, title, ...sources }: ContractGapsProps) {
  const { t } = useTranslation('documents');
  if (gaps.length === 0) return null;
  return (
    <Banner tone="warning" title={title ?? t('gaps.title')}>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {gaps.map((gap) => {
          const label = gap === 'draftLine' ? t('gaps.draftLine') : t(`fields.${gap}`);
          const href = hrefOf(gap, sources);
          return (
            <li key={gap}>
              {href === null ? (
                label
              ) : (
                <Link to={href} className="underline">
                  {label}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}
