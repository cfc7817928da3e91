import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { pickedIds } from '#core/domain/galleries/pick-rules.ts';
import { Banner } from '#web/components/ui/feedback/banner.tsx';
import { Spinner } from '#web/components/ui/feedback/spinner.tsx';
import { Button } from '#web/components/ui/inputs/button.tsx';
import { useAsyncValue } from '#web/lib/use-async-value.ts';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { PublicDialog } from '../shell/public-dialog.tsx';
import { AnotherDevice } from './another-device.tsx';
import { ownId } from './project-view.ts';
import type { Proofing } from './proofing-store.ts';

/** Returns the mailed token of the URL. */
export const readAdoptToken = (): string | null => new URLSearchParams(location.hash.slice(1)).get('adopt');

type Refusal = 'used' | 'expired' | 'invalid';

type AdoptState =
  | { step: 'done'; photos: number }
  | { step: 'refused'; why: Refusal }
  | { step: 'failed'; error: unknown };

interface AdoptLinkProps {
  proofing: Proofing;
  token: string;
  onClose: () => void;
}

/** Redeems a mailed link: this browser becomes the person who asked for it. */
export function AdoptLink({ proofing, token, onClose }: AdoptLinkProps) {
  const { t } = useTranslation(['devices', 'common']);
  const failureText = useFailureText();
  const { phase } = useSyncExternalStore(proofing.subscribe, proofing.getSnapshot);
  const load = useCallback(() => redeem(proofing, token), [proofing, token]);
  const { value: state, isLoading, reload } = useAsyncValue(load);
  useEffect(() => {
    // The token must not remain in the history or in a shared link.
    if (readAdoptToken()) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);

  if (isLoading || !state) {
    return (
      <div className="pointer-events-none fixed inset-0 z-30 flex animate-appear items-center justify-center">
        <span className="rounded-control bg-raised px-4 py-3 shadow-lift">
          <Spinner text={t('adopt.working')} />
        </span>
      </div>
    );
  }
  if (state.step === 'refused') {
    return (
      <PublicDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={t(`adopt.${state.why}.title`)}
        description={t(`adopt.${state.why}.text`)}
      >
        {phase === 'ready' && <AnotherDevice proofing={proofing} />}
      </PublicDialog>
    );
  }
  const isFailed = state.step === 'failed';
  const canRetry = isFailed && !isFailure(state.error, 'forbidden');
  return (
    <div className="fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+--spacing(4))] z-30 mx-auto max-w-[40rem] print:hidden">
      <Banner
        tone={isFailed ? 'danger' : 'success'}
        title={t(isFailed ? 'adopt.failed' : 'adopt.done')}
        onDismiss={onClose}
        {...(canRetry && {
          action: (
            <Button size="small" onClick={reload}>
              {t('common:retry')}
            </Button>
          ),
        })}
      >
        {isFailed
          ? isFailure(state.error, 'forbidden')
            ? t('adopt.studio')
            : failureText(state.error)
          : state.photos > 0
            ? t('adopt.photos', { count: state.photos })
            : t('adopt.none')}
      </Banner>
    </div>
  );
}

async function redeem(proofing: Proofing, token: string): Promise<AdoptState> {
  try {
    await proofing.adopt(token);
    const { view } = proofing.getSnapshot();
    const own = view ? view.picks.filter(({ personId }) => personId === ownId(view)) : [];
    return { step: 'done', photos: pickedIds(own).size };
  } catch (error) {
    const why = refusalOf(error);
    return why ? { step: 'refused', why } : { step: 'failed', error };
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (isFailure(error, 'invite_used')) return 'used';
  if (isFailure(error, 'invite_expired')) return 'expired';
  // A mail program may cut the token off.
  if (isFailure(error, 'invite_invalid') || isFailure(error, 'validation_failed')) return 'invalid';
  return null;
}
