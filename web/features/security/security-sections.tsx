import type { User } from '@supabase/supabase-js';
import type { ReactNode } from 'react';
import { FactorsSection } from './factors/factors-section.tsx';
import { EmailSection } from './email-section.tsx';
import { IdentitiesSection } from './identities/identities-section.tsx';
import { PasswordSection } from './password-section.tsx';
import type { Farewell } from './removal/farewell.ts';
import { RemovalSection } from './removal/removal-section.tsx';
import type { Returned } from './returned.ts';
import { SessionsSection } from './sessions/sessions-section.tsx';
import { useSessions } from './sessions/use-sessions.ts';
import { useSecondStep } from './use-second-step.ts';

interface SecuritySectionsProps {
  user: User;
  came: Returned;
  strength: (password: string) => ReactNode;
  /** Something of the person has changed. */
  onChanged: () => void;
  onRemoved: (farewell: Farewell) => void;
}

export function SecuritySections({ user, came, strength, onChanged, onRemoved }: SecuritySectionsProps) {
  const factors = user.factors ?? [];
  const run = useSecondStep();
  const sessions = useSessions();
  const email = user.email ?? '';
  return (
    <>
      <PasswordSection email={email} strength={strength} run={run} onChanged={sessions.reload} />
      <EmailSection user={user} came={came} run={run} />
      <FactorsSection factors={factors} run={run} onTurnedOn={sessions.reload} onChanged={onChanged} />
      <SessionsSection {...sessions} />
      <IdentitiesSection user={user} returnedFailure={came.failure} onChanged={onChanged} />
      <RemovalSection userId={user.id} email={email} onRemoved={onRemoved} />
    </>
  );
}
