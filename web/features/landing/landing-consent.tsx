import { useState } from 'react';
import { z } from 'zod/mini';
import { CONSENT_VERSION } from '#core/domain/studio/consents.ts';
import { ConsentBar } from '#web/components/layout/consent-bar.tsx';
import { ConsentChoice } from '#web/components/layout/consent-choice.tsx';
import { readStored, writeStored } from '#web/lib/browser/storage.ts';
import { readConfig } from '#web/lib/env.ts';
import { ConsentProvider, type ConsentStore } from '#web/lib/reporting/consent.tsx';

const KEY = 'usage-consent';

const decision = z.object({ version: z.number(), granted: z.boolean(), decidedAt: z.number() });

/** The decision of a person without a sign-in, on their device. */
const store: ConsentStore = {
  load: () => Promise.resolve(decision.safeParse(readStored(KEY)).data ?? null),
  save: (granted) => {
    const made = { version: CONSENT_VERSION, granted, decidedAt: Date.now() };
    writeStored(KEY, made);
    return Promise.resolve(made);
  },
};

/** Addresses of the product's own pages have no ids. */
const routePattern = () => (/^\/(?:terms|privacy)?$/.test(location.pathname) ? location.pathname : '/*');

/** Asks on the landing page; on the privacy page, shows and changes the decision. */
export default function LandingConsent({ isChoice }: { isChoice: boolean }) {
  // Read once: the provider would restart with another object.
  const [config] = useState(readConfig);
  return (
    <ConsentProvider config={config} store={store} routePattern={routePattern}>
      {isChoice ? <ConsentChoice /> : <ConsentBar />}
    </ConsentProvider>
  );
}
