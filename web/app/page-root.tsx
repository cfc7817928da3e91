import { type ReactNode, StrictMode } from 'react';
import { ErrorBoundary } from '#web/components/layout/error-boundary.tsx';
import { ThemeProvider } from '#web/lib/theme/theme.tsx';

/** Wraps every page, in the browser and in the server's HTML alike. */
export function PageRoot({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ThemeProvider>
        <ErrorBoundary>{children}</ErrorBoundary>
      </ThemeProvider>
    </StrictMode>
  );
}
