import { createRoot } from 'react-dom/client';
import { createAuthClient } from '#web/lib/auth/auth-client.ts';
import { reloadOutdatedPage } from '#web/lib/browser/outdated-page.ts';
import { readConfig } from '#web/lib/env.ts';
import { initI18n } from '#web/lib/i18n/i18n.ts';
import { joinedLocales } from '#web/lib/i18n/joined-locales.ts';
import { reportRenderErrors } from '#web/lib/report-error.ts';
import { beginSession } from './begin-session.ts';
import { NAMESPACES, TEXTS_FILE } from './namespaces.ts';
import { openOffice } from './office.tsx';
import { SessionRoot } from './session-root.tsx';

reloadOutdatedPage();

const root = document.getElementById('root');
if (!root) throw new Error('Root element not found');

const begun = beginSession();
const client = createAuthClient(readConfig(), begun.arriving === null);
const Office = openOffice();

await initI18n({ namespaces: NAMESPACES }, joinedLocales(TEXTS_FILE, NAMESPACES));

createRoot(root, reportRenderErrors).render(
  <SessionRoot begun={{ ...begun, loadClient: () => Promise.resolve(client) }} client={client}>
    <Office />
  </SessionRoot>,
);
