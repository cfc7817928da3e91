import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/inputs/button.tsx';

interface ErrorScreenProps {
  title?: string;
  description?: string;
  /** Error code or message for support, shown small. */
  detail?: string | undefined;
  retryLabel?: string;
  /** Reloads the page by default. */
  onRetry?: () => void;
  /** For a part of a page that already has a `main`: the id of the heading that names the part. */
  headingId?: string | undefined;
}

/** Shown instead of a screen that failed. The default texts: docs/specification.md#messages. */
export function ErrorScreen({ title, description, detail, retryLabel, onRetry, headingId }: ErrorScreenProps) {
  const { t } = useTranslation('common');
  const Frame = headingId ? 'div' : 'main';
  return (
    <Frame
      {...(!headingId && { id: 'content' })}
      className="mx-auto flex min-h-[70dvh] max-w-[30rem] flex-col items-start justify-center gap-6 px-5 py-16"
    >
      <div role="alert" className="flex flex-col gap-2">
        <h1 {...(headingId && { id: headingId })} className="text-title">
          {title ?? t('crash.title')}
        </h1>
        <p className="text-soft">{description ?? t('crash.description')}</p>
      </div>
      <Button variant="primary" onClick={onRetry ?? (() => location.reload())}>
        {retryLabel ?? t('retry')}
      </Button>
      {detail && (
        <p className="text-caption wrap-anywhere text-soft">
          {`${t('crash.details')}: `}
          <code className="font-mono">{detail}</code>
        </p>
      )}
    </Frame>
  );
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Replaces the ErrorScreen. */
  fallback?: ReactNode;
  /** Retries when it changes, so that an error does not outlive a navigation. */
  resetKey?: string;
  /** Passed to the ErrorScreen, for a part of a page. */
  headingId?: string | undefined;
}

interface ErrorState {
  error: unknown;
  failed: boolean;
  /** The reset key at the time of the error. */
  resetKey: string | undefined;
}

/**
 * Catches errors of rendering below it. React supports this in class components only. The root reports them
 * (web/lib/report-error.ts).
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorState> {
  override state: ErrorState = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorState): ErrorState | null {
    return resetKey === state.resetKey ? null : { error: null, failed: false, resetKey };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const detail = this.state.error instanceof Error ? this.state.error.message : undefined;
    return this.props.fallback ?? <ErrorScreen detail={detail} headingId={this.props.headingId} />;
  }
}
