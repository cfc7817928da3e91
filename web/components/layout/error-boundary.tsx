import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

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
