import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFailure, useFailureText } from '../shell/failure.ts';
import { galleryHref, type StudioSite } from '../shell/routes.ts';
import type { PortalApi } from './portal-api.ts';

/** Opens sessions and galleries: each needs an access of its own, which is made when it is opened. */
export interface Opening {
  openSession: (id: string) => void;
  openGallery: (id: string) => void;
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
      location.assign(await find());
      // Back returns to this page as it was, without the button's spinner.
      addEventListener('pageshow', () => setBusy(null), { once: true });
    } catch (failure) {
      setBusy(null);
      setError(isFailure(failure, 'not_found') ? t('gone') : failureText(failure));
    }
  };
  return {
    busy,
    error,
    openSession: (id) => void open(id, async () => `${site.base}/booking/${await portal.openSession(id)}`),
    openGallery: (id) =>
      void open(id, async () => {
        await portal.openGallery(id);
        return galleryHref(site, id);
      }),
  };
}
