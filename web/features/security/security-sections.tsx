import type { User } from '@supabase/supabase-js';
import type { ReactNode } from 'react';
import { FactorsSection } from './factors/factors-section.tsx';
import { EmailSection } from './email-section.tsx';
import { IdentitiesSection } from './identities/identities-section.tsx';
import { PasswordSection } from './password-section.tsx';
import type { DeletionSummary } from './removal/farewell.ts';
import { DeleteAccountSection } from './removal/removal-section.tsx';
import type { RedirectResult } from './returned.ts';
import { AuthSessionsSection } from './sessions/sessions-section.tsx';
import { useAuthSessions } from './sessions/use-sessions.ts';
import { useWithMfa } from './use-second-step.ts';

interface SecuritySectionsProps {
  user: User;
  came: RedirectResult;
  strength: (password: string) => ReactNode;
  /** Something of the person has changed. */
  onChanged: () => void;
  onRemoved: (farewell: DeletionSummary) => void;
}

export function SecuritySections({ user, came, strength, onChanged, onRemoved }: SecuritySectionsProps) {
  const factors = user.factors ?? [];
  const run = useWithMfa();
  const sessions = useAuthSessions();
  const email = user.email ?? '';
  return (
    <>
      <PasswordSection email={email} strength={strength} run={run} onChanged={sessions.reload} />
      <EmailSection user={user} came={came} run={run} />
      <FactorsSection factors={factors} run={run} onTurnedOn={sessions.reload} onChanged={onChanged} />
      <AuthSessionsSection {...sessions} />
      <IdentitiesSection user={user} returnedFailure={came.failure} onChanged={onChanged} />
      <DeleteAccountSection userId={user.id} email={email} onRemoved={onRemoved} />
    </>
  );
}
