import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leavePage } from '#web/lib/browser/leave-page.ts';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { galleryHref, type StudioSite } from '../shell/routes.ts';
import type { PortalApi } from './portal-api.ts';

/** Opens sessions, galleries and pay pages: each needs an access of its own, which is made when it is opened. */
export interface Opening {
  /** @param document a contract to sign or a questionnaire to answer, which opens immediately */
  openSession: (id: string, document?: { kind: 'contract' | 'questionnaire'; id: string }) => void;
  /** Opens the pay page of something that is owed for a session. */
  paySession: (id: string, item: string) => void;
  openGallery: (id: string) => void;
  payOrder: (id: string, item: string) => void;
  openProposal: (id: string) => void;
  /** Id of what is being opened. */
  busy: string | null;
}

/** Opens what is named and leaves the page; a failure stays on it. */
export function useOpening(site: StudioSite, portal: PortalApi): Opening & { error: string | null } {
  const { t } = useTranslation('portal');
  const failureText = useFailureText();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const open = async (id: string, find: () => Promise<string>) => {
    setBusy(id);
    setError(null);
    try {
      leavePage(await find(), () => setBusy(null));
    } catch (failure) {
      setBusy(null);
      setError(isFailure(failure, 'not_found') ? t('gone') : failureText(failure));
    }
  };
  return {
    busy,
    error,
    openSession: (id, document) =>
      void open(document?.id ?? id, async () => {
        const step = document && `?step=${document.kind === 'contract' ? 'contract' : 'questions'}&id=${document.id}`;
        return `${site.base}/booking/${await portal.openSession(id)}${step ?? ''}`;
      }),
    paySession: (id, item) => void open(id, async () => portal.pay(await portal.openSession(id), item)),
    payOrder: (id, item) => void open(id, () => portal.payOrder(id, item)),
    openProposal: (id) => void open(id, async () => `${site.base}/proposal/${await portal.openProposal(id)}`),
    openGallery: (id) =>
      void open(id, async () => {
        await portal.openGallery(id);
        return galleryHref(site, id);
      }),
  };
}
