import { type ReactNode, useMemo } from 'react';
import { CONSENT_VERSION } from '#core/domain/studio/consents.ts';
import { useApi } from '#web/lib/api/api-context.tsx';
import { readConfig } from '#web/lib/env.ts';
import { ConsentProvider, type ConsentStore } from '#web/lib/reporting/consent.tsx';
import { routePattern } from './route-pattern.ts';

const pattern = () => routePattern(location.pathname);

/** The signed-in person's consent, stored with their sign-in. */
export function BackOfficeConsent({ children }: { children: ReactNode }) {
  const api = useApi();
  const config = useMemo(() => readConfig(), []);
  const store = useMemo(
    (): ConsentStore => ({
      load: async () => (await api.me.consents()).find(({ purpose }) => purpose === 'analytics') ?? null,
      save: (granted) =>
        api.me.saveConsent({ params: { purpose: 'analytics' }, body: { version: CONSENT_VERSION, granted } }),
    }),
    [api],
  );
  return (
    <ConsentProvider config={config} store={store} routePattern={pattern}>
      {children}
    </ConsentProvider>
  );
}
