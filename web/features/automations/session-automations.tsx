import { useQuery } from '@rocicorp/zero/react';
import { Pause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AUTOMATED_STATUSES } from '#core/domain/sessions/automations.ts';
import { can } from '#core/domain/studio/roles.ts';
import { canSeeMoneyOf } from '#core/domain/payments/session-money.ts';
import { queries } from '#core/zero/queries.ts';
import { PageSection } from '#web/components/layout/page-section.tsx';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAccount } from '#web/lib/accounts/accounts.tsx';
import { useAuth } from '#web/lib/auth/auth-session.tsx';
import { useNow } from '#web/lib/format/use-now.ts';
import { sessionTypeHref } from '#web/lib/paths.ts';
import { MailPreviewDialog } from './mail-preview-dialog.tsx';
import { PlanItemView } from './plan-item.tsx';
import { type PlanItem, planSession } from './session-plan.ts';
import type { SessionRow } from './types.ts';
import { useRunActions } from './use-run-actions.ts';

/** Automations of a session: what was done, and what comes when. */
export function SessionAutomations({ sessionId }: { sessionId: string }) {
  const [session] = useQuery(queries.sessions.byId({ id: sessionId }));
  return session ? <Present session={session} /> : null;
}

function Present({ session }: { session: SessionRow }) {
  const { t } = useTranslation('automations');
  const { role, timeZone: zone } = useAccount();
  const { session: signedIn } = useAuth();
  const now = useNow();
  const { id, sessionTypeId, status } = session;
  const [steps = [], { type: answer }] = useQuery(
    sessionTypeId !== null && queries.automations.ofType({ sessionTypeId }),
  );
  const [runs] = useQuery(queries.automations.ofSession({ sessionId: id }));
  const { setPaused } = useRunActions(id);
  const [previewed, setPreviewed] = useState<PlanItem | null>(null);
  const isTypePaused = session.sessionType?.automationsPaused === true;
  const isPaused = session.automationsPaused || isTypePaused;
  // Whether something is owed shows in the state of a balance step.
  const seesMoney = canSeeMoneyOf({ role, userId: signedIn?.user.id ?? '' }, session);
  const visible = steps.filter(({ kind }) => kind !== 'balance' || seesMoney);
  const plan = planSession(session, visible, runs, { zone, isPaused, now });
  const mayAct = can(role, 'sessions.write');
  const isOpen = status === 'inquiry' || AUTOMATED_STATUSES.includes(status);
  const isComing = plan.some(({ run }) => run === null);
  if (plan.length === 0 && !isOpen) return null;
  if (plan.length === 0) {
    if (sessionTypeId === null || answer !== 'complete' || !can(role, 'scheduling.write')) return null;
    return (
      <PageSection title={t('session.title')}>
        <p className="text-soft">{t('session.none')}</p>
        <Link to={sessionTypeHref(sessionTypeId)} className="thumb self-start">
          {t('session.setUp')}
        </Link>
      </PageSection>
    );
  }
  return (
    <PageSection
      title={t('session.title')}
      action={
        mayAct &&
        isComing &&
        !isPaused && (
          <Button size="small" variant="quiet" icon={<Pause />} writes onClick={() => void setPaused(true)}>
            {t('session.pause')}
          </Button>
        )
      }
    >
      {isPaused && isOpen && (
        <Banner
          tone="warning"
          title={t(session.automationsPaused ? 'session.paused' : 'session.pausedType')}
          action={
            mayAct &&
            session.automationsPaused && (
              <Button size="small" writes onClick={() => void setPaused(false)}>
                {t('session.resume')}
              </Button>
            )
          }
        >
          {t('session.pausedText')}
        </Banner>
      )}
      {status === 'inquiry' && <p className="text-caption text-soft">{t('session.inquiry')}</p>}
      {!isOpen && <p className="text-caption text-soft">{t('session.closed')}</p>}
      <ol>
        {plan.map((item) => (
          <PlanItemView key={item.step.id} session={session} item={item} onPreview={() => setPreviewed(item)} />
        ))}
      </ol>
      {previewed && <MailPreviewDialog session={session} step={previewed.step} onClose={() => setPreviewed(null)} />}
    </PageSection>
  );
}
