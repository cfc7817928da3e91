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
}

/** Catches what rendering throws below it. React offers this to classes only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ error: null, failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const detail = this.state.error instanceof Error ? this.state.error.message : undefined;
    return this.props.fallback ?? <ErrorScreen detail={detail} />;
  }
}
