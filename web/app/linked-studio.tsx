import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch } from 'react-router-dom';
import { parseAccountId } from '#core/domain/ids.ts';
import { SpinnerPage } from '#web/components/layout/spinner-page.tsx';
import { useAccount, useAccounts } from '#web/lib/accounts.tsx';
import { paths } from './paths.ts';

/**
 * A gallery's address names its studio: whoever belongs to that comes to the gallery, whatever studio they worked on.
 * Followed once for each arrival, also when the list of studios comes late; never against a choice made since.
 */
export function SelectGalleryAccount() {
  const { key } = useLocation();
  const galleryId = useMatch(`${paths.gallery}/*`)?.params.galleryId ?? '';
  const { accounts, select } = useAccounts();
  const { id: accountId } = useAccount();
  const [arrival, setArrival] = useState<{ key: string; accountId: string | null }>({ key, accountId });
  if (arrival.key !== key) setArrival({ key, accountId });
  // Another one since, by this or by a choice: nothing more is followed.
  else if (arrival.accountId !== null && arrival.accountId !== accountId) setArrival({ key, accountId: null });
  const isNew = arrival.key === key && arrival.accountId === accountId;
  const linked = accounts.find(({ id }) => id === parseAccountId(galleryId));
  const other = isNew && linked && linked.id !== accountId ? linked : null;
  useEffect(() => {
    if (other) select(other);
  }, [other, select]);
  return other ? <SpinnerPage /> : <Outlet />;
}
