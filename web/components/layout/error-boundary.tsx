import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/inputs/button.tsx';

export interface ErrorScreenProps {
  title?: string;
  description?: string;
  /** For support: a code or the error's own words, shown small. */
  detail?: string | undefined;
  retryLabel?: string;
  /** Default: reloads the page (spec §8). */
  onRetry?: () => void;
  /** Of a part of a page, which has its `main` already: names that part. */
  headingId?: string | undefined;
}

/** When a screen cannot be shown. The texts are the spec's §8 unless given. */
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
  /** Reports what was caught. */
  onError?: (error: unknown, info: ErrorInfo) => void;
  /** Instead of the ErrorScreen. */
  fallback?: ReactNode;
  /** Tries again when it changes: a screen that failed must not take the next one along. */
  resetKey?: string;
  /** Of the ErrorScreen, around a part of a page. */
  headingId?: string | undefined;
}

interface ErrorState {
  error: unknown;
  failed: boolean;
  /** The key that the state belongs to. */
  resetKey: string | undefined;
}

/** Catches what rendering throws below it. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorState> {
  override state: ErrorState = { error: null, failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: ErrorState): ErrorState | null {
    return resetKey === state.resetKey ? null : { error: null, failed: false, resetKey };
  }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const detail = this.state.error instanceof Error ? this.state.error.message : undefined;
    return this.props.fallback ?? <ErrorScreen detail={detail} headingId={this.props.headingId} />;
  }
}
