import { useCallback, useEffect, useState } from 'react';
import type { members } from '#core/api/members.ts';
import type { ResponseOf } from '#core/api/endpoint.ts';
import { useApi } from '#web/lib/api.tsx';
import { errorCode } from '#web/lib/error-code.ts';

export type InvitePreview = ResponseOf<typeof members.previewInvite>;
/** What an invitation's page knows of it; `code` of `errors:` when it cannot be shown. */
export type InviteState =
  | { state: 'loading' }
  | { state: 'open'; look: InvitePreview }
  | { state: 'failed'; code: string };

/** The invitation behind a mail's link, whoever looks. */
export function useInvite(inviteId: string): { invite: InviteState; reload: () => void } {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<{ inviteId: string; invite: InviteState } | null>(null);
  useEffect(() => {
    let here = true;
    const tell = (invite: InviteState) => here && setFound({ inviteId, invite });
    api.members.previewInvite({ body: { inviteId } }).then(
      (look) => tell({ state: 'open', look }),
      (error: unknown) => tell({ state: 'failed', code: errorCode(error) }),
    );
    return () => {
      here = false;
    };
  }, [api, inviteId, attempt]);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { invite: found?.inviteId === inviteId ? found.invite : { state: 'loading' }, reload };
}
