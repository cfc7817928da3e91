import type { Factor } from '@supabase/supabase-js';
import { useEffect, useRef, useState } from 'react';
import { authErrorCode } from '#web/lib/auth-client.ts';
import { useAuth } from '#web/lib/auth-session.tsx';
import type { AuthAction } from '../use-second-step.ts';

/** A device that was begun and has not shown a code yet. */
export interface Enrollment {
  id: string;
  /** An SVG as a data address. */
  qrCode: string;
  /** The same key in letters and digits. */
  secret: string;
}

/**
 * Setting up a device. What was begun and left is removed: before the next one begins, and when the screen is left.
 * @returns `begin` and `verify` answer null when it went well, otherwise why not.
 */
export function useEnrollment(factors: readonly Factor[], run: (act: AuthAction) => Promise<string | null>) {
  const { client } = useAuth();
  const [enrolment, setEnrolment] = useState<Enrollment | null>(null);
  const unfinished = useRef<string | null>(null);

  useEffect(
    () => () => {
      if (unfinished.current) void client.mfa.unenroll({ factorId: unfinished.current });
    },
    [client],
  );

  const begin = async (friendlyName: string) => {
    for (const { id, status } of factors) if (status === 'unverified') await client.mfa.unenroll({ factorId: id });
    return run(async () => {
      const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
      if (error) return authErrorCode(error);
      unfinished.current = data.id;
      setEnrolment({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret });
      return null;
    });
  };
  const verify = async (code: string) => {
    const { error } = await client.mfa.challengeAndVerify({ factorId: enrolment?.id ?? '', code });
    if (error) return authErrorCode(error);
    unfinished.current = null;
    return null;
  };
  return { enrolment, begin, verify };
}
