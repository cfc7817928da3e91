import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { isFailure, useFailureText } from '../../shell/failure.ts';
import { WaitingPage } from '../../shell/message-page.tsx';
import { manageBookingHref } from '../step-navigation.ts';
import { type StepLayoutProps, StepPage } from '../step-page.tsx';

interface DocumentPageProps extends StepLayoutProps {
  token: string;
  /** Null until it is loaded. */
  title: string | null;
  missing: string;
  failure: unknown;
  onRetry: () => void;
  children: ReactNode;
}

/** The page of a contract or a questionnaire: loading, missing and failed states, and the way back to the session. */
export function DocumentPage({ site, studio, token, title, missing, failure, onRetry, children }: DocumentPageProps) {
  const { t } = useTranslation(['booking', 'common']);
  const failureText = useFailureText();
  const back = { href: manageBookingHref(site, token), label: t('back.booking') };
  if (title === null && failure === null) return <WaitingPage site={site} studio={studio} />;
  if (title !== null) {
    return (
      <StepPage site={site} studio={studio} title={title} back={back}>
        {children}
      </StepPage>
    );
  }
  const isMissing = isFailure(failure, 'not_found');
  return (
    <StepPage site={site} studio={studio} title={missing} back={back}>
      {isMissing ? (
        <p className="measure text-soft">{t('contract.missingText')}</p>
      ) : (
        <>
          <Banner tone="danger">{failureText(failure)}</Banner>
          <div>
            <Button onClick={onRetry}>{t('common:retry')}</Button>
          </div>
        </>
      )}
    </StepPage>
  );
}
