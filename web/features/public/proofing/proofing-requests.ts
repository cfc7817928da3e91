import type { ResponseOf } from '#core/api/endpoint.ts';
import type { proofing, ProofingView } from '#core/api/proofing.ts';
import { type Failure, isFailure } from '../shell/failure.ts';
import type { PublicApi } from '../shell/public-api.ts';
import {
  FAVOURITES,
  ownId,
  withComment,
  withList,
  withoutComment,
  withoutList,
  withoutPick,
  withPick,
} from './project-view.ts';
import type { Send } from './send-queue.ts';

/** Returns the view with what the server has answered. */
export type Confirmation = (view: ProofingView) => ProofingView;

/** Requests of a person who chooses in a gallery. Each rejects with a `Failure`. */
export interface ProofingRequests {
  view: () => Promise<ProofingView>;
  /** Sends a change. Sending it again changes nothing. */
  send: (send: Send) => Promise<Confirmation>;
  submit: (listId: string, version: number, note: string) => Promise<ResponseOf<typeof proofing.submit>>;
  details: (details: { name: string; email: string }) => Promise<ResponseOf<typeof proofing.details>>;
  adopt: (token: string) => Promise<ProofingView>;
  recover: (email: string) => Promise<void>;
}

export function createProofingRequests({ call }: Pick<PublicApi, 'call'>, galleryId: string): ProofingRequests {
  const at = (...parts: string[]) => ['/api/p', ...[galleryId, ...parts].map(encodeURIComponent)].join('/');

  async function sendPick({ listId, photoId, value }: Send & { kind: 'pick' }): Promise<Confirmation> {
    const path = at('lists', listId, 'picks', photoId);
    if (value === null) {
      const { list } = await call<ResponseOf<typeof proofing.unpick>>('DELETE', path);
      return (view) => {
        const id = list?.id ?? (listId === FAVOURITES ? '' : listId);
        const without = withoutPick(view, { listId: id, photoId, personId: ownId(view) });
        return list ? withList(without, list) : without;
      };
    }
    const { list, pick, person } = await call<ResponseOf<typeof proofing.pick>>('PUT', path, value);
    return (view) => withPick({ ...withList(view, list), person }, pick);
  }

  async function sendList({ listId, name }: Send & { kind: 'list' }): Promise<Confirmation> {
    const path = at('lists', listId);
    if (name !== null) {
      const { list, person } = await call<ResponseOf<typeof proofing.saveList>>('PUT', path, { name });
      return (view) => ({ ...withList(view, list), person });
    }
    await removed(call('DELETE', path));
    return (view) => withoutList(view, listId);
  }

  async function sendComment({ commentId, comment: body }: Send & { kind: 'comment' }): Promise<Confirmation> {
    const path = at('comments', commentId);
    if (body !== null) {
      const { comment, person } = await call<ResponseOf<typeof proofing.saveComment>>('PUT', path, body);
      return (view) => ({ ...withComment(view, comment), person });
    }
    await removed(call('DELETE', path));
    return (view) => withoutComment(view, commentId);
  }

  return {
    view: () => call('GET', at('proofing')),
    send(send) {
      if (send.kind === 'pick') return sendPick(send);
      return send.kind === 'list' ? sendList(send) : sendComment(send);
    },
    submit: (listId, version, note) => call('POST', at('lists', listId, 'submit'), { version, note }),
    details: (details) => call('PUT', at('proofing', 'me'), details),
    adopt: (token) => call('POST', at('proofing', 'adopt'), { token }),
    recover: async (email) => {
      await call('POST', at('proofing', 'recover'), { email });
    },
  };
}

/** Awaits a removal. What is already gone is removed. */
async function removed(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error;
  }
}

const PASSING: readonly string[] = ['network', 'unavailable', 'internal', 'rate_limited'];
const CLOSED: readonly string[] = [
  'gallery_access_required',
  'gallery_not_published',
  'gallery_expired',
  'gallery_revoked',
];

/** True for a failure that says nothing about the change: it is sent again. */
export const isPassing = ({ code }: Failure): boolean => PASSING.includes(code);
/** True for a failure of a gallery that is closed to this visitor: changes wait until it is open again. */
export const isClosed = ({ code }: Failure): boolean => CLOSED.includes(code);
