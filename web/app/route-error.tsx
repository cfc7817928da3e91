import { useRouteError } from 'react-router-dom';
import { ErrorScreen } from '#web/components/layout/error-screen.tsx';

/** What a route threw, in our words: the router would otherwise catch it first and show a stack (spec §8). */
export function RouteError() {
  const error = useRouteError();
  return <ErrorScreen detail={error instanceof Error ? error.message : undefined} />;
}
