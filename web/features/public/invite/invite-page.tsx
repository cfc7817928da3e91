import { use, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicStudio } from '#core/api/public.ts';
import { Button, buttonClass } from '#web/components/ui/inputs/button.tsx';
import { ContactList } from '../shell/contact-list.tsx';
import { useFailureText } from '../shell/failure.ts';
import { FailedPage, MessagePage, WaitingPage } from '../shell/message-page.tsx';
import { galleryHref, type StudioSite } from '../shell/routes.ts';
import { useRequest } from '../shell/use-request.ts';
import type { Invitation, InvitationResult } from './invitation.ts';

interface InvitePageProps {
  site: StudioSite;
  galleryId: string;
  studio: PublicStudio | null;
  invitation: Promise<Invitation>;
}

/** Redeems an invitation link and redirects to the gallery; usually shown for a moment only. */
export function InvitePage({ site, galleryId, studio, invitation: begun }: InvitePageProps) {
  const invitation = use(begun);
  const { data: end, failure, retry } = useRequest(useCallback(() => invitation.open(), [invitation]));
  useEffect(() => {
    if (end?.kind === 'opened') location.replace(end.href);
  }, [end]);
  if (failure) return <FailedPage site={site} studio={studio} onRetry={retry} />;
  if (!end || end.kind === 'opened') return <WaitingPage site={site} studio={studio} />;
  return (
    <RefusedInvitation site={site} studio={studio} galleryId={galleryId} invitation={invitation} reason={end.reason} />
  );
}

interface RefusedInvitationProps extends Omit<InvitePageProps, 'invitation'> {
  invitation: Invitation;
  reason: Extract<InvitationResult, { kind: 'refused' }>['reason'];
}

function RefusedInvitation({ site, galleryId, studio, invitation, reason }: RefusedInvitationProps) {
  const { t } = useTranslation('public');
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [error, setError] = useState<string>();
  const failureText = useFailureText();
  const name = studio?.name ?? t('theStudio');
  const send = async () => {
    setState('sending');
    setError(undefined);
    try {
      await invitation.renew();
      setState('sent');
    } catch (failure) {
      setError(failureText(failure));
      setState('idle');
    }
  };
  return (
    <MessagePage
      site={site}
      studio={studio}
      title={t(`invite.${reason}.title`)}
      text={t(`invite.${reason}.text`, { studio: name })}
    >
      <div className="flex flex-col items-start gap-3">
        {reason === 'missing' ? (
          <a href={galleryHref(site, galleryId)} className={buttonClass({ variant: 'primary' })}>
            {t('invite.toGallery')}
          </a>
        ) : (
          // An incomplete token names no invitation that a new link could be sent for.
          reason !== 'invalid' &&
          state !== 'sent' && (
            <Button variant="primary" loading={state === 'sending'} onClick={() => void send()}>
              {t('invite.renew')}
            </Button>
          )
        )}
        <output className={error && 'text-danger'}>{state === 'sent' ? t('invite.renewed') : error}</output>
      </div>
      {studio && (
        <ContactList studio={studio} orReply {...(reason === 'invalid' && { subject: t('closed.subject') })} />
      )}
    </MessagePage>
  );
}
