import '#web/styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { initI18n } from '#web/lib/i18n/i18n.ts';
import { ThemeProvider } from '#web/lib/theme/theme.tsx';
import { DesignPage } from './design-page.tsx';

await initI18n({ namespaces: ['design'] });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider>
      <MemoryRouter>
        <main className="px-4 md:px-8 xl:px-12">
          <DesignPage />
        </main>
      </MemoryRouter>
    </ThemeProvider>
  </StrictMode>,
);
