import { useEffect, useEffectEvent, useState } from 'react';
import type { Room } from '#core/domain/galleries/live.ts';
import { importTwice } from '../browser/outdated-page.ts';
import type { LiveStatus } from './live-connection.ts';
import type { RoomOptions } from './room.ts';

/** Loads the connection: a chunk of its own, which only pages with something live need. */
const importVisitorLive = () => importTwice(() => import('./visitor-live.ts'));

/**
 * Joins a room of the public pages while the component is mounted, and returns the state of the connection.
 * @param room null joins none
 * @param options `rev` counts when the room is joined; of the functions, the latest are called
 */
export function useLiveRoom(room: Room | null, options: Omit<RoomOptions, 'onRefused'>): LiveStatus {
  const [status, setStatus] = useState<LiveStatus>('disconnected');
  const latest = useEffectEvent(() => options);
  const ask = useEffectEvent((since: number) => options.ask?.(since) ?? Promise.resolve());
  const onPhotos = useEffectEvent((photos: unknown[], rev: number) => options.onPhotos?.(photos, rev));
  const onPeople = useEffectEvent<NonNullable<RoomOptions['onPeople']>>((people) => options.onPeople?.(people));
  useEffect(() => {
    if (room === null) return;
    let end: (() => void) | null = () => {};
    importVisitorLive().then(
      ({ visitorLive }) => {
        if (end === null) return;
        const live = visitorLive();
        const unsubscribe = live.subscribe(() => setStatus(live.status()));
        const joined = live.join(room, {
          rev: latest().rev,
          ask: (since) => ask(since),
          onPhotos: (photos, rev) => onPhotos(photos, rev),
          onPeople: (people) => onPeople(people),
        });
        setStatus(live.status());
        end = () => {
          unsubscribe();
          joined.leave();
        };
      },
      // Without its script the page is as it is without the socket.
      () => {},
    );
    return () => {
      end?.();
      end = null;
      setStatus('disconnected');
    };
  }, [room]);
  return status;
}
