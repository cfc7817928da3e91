import { MINUTE_MS } from '#core/domain/values/durations.ts';
import { GUEST_TOKEN_LENGTH } from '#core/domain/galleries/guest-uploads.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { MAX_GALLERY_PEOPLE } from '#core/domain/galleries/proofing.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { hashToken } from '#functions/platform/auth/secrets.ts';
import { connectPage } from '../../support/live.ts';
import { choosingGallery } from '../../support/proofing.ts';
import { insertRow, newId } from '../../support/rows.ts';
import { publishedGallery } from '../../support/studio.ts';
import { bounded, CLIENT, NETWORKS, served, type Target } from './limit-target.ts';

/** Strangers choose a photo each, as new guests, until nobody more fits into the gallery. */
export async function fillChoosing({ api, studio, isMiniature, call }: Target): Promise<string[]> {
  const { galleryId, photos } = await choosingGallery(api, studio, {}, 1);
  const path = `/api/p/${galleryId}/lists/favourites/picks/${photos[0]!.id}`;
  const pick = (network: number) => call(network, 'PUT', path, { body: { state: 'pick' } });
  const each = isMiniature ? 2 : 160;
  if (isMiniature)
    await api.db.pool.query(
      `insert into gallery_people (id, account_id, gallery_id, role)
       select lpad(n::text, 20, '0'), $1, $2, 'guest' from generate_series(1, $3) n`,
      [studio.id, galleryId, MAX_GALLERY_PEOPLE],
    );
  let guests = 0;
  for (const network of NETWORKS)
    for (let come = 0; come < each; come += 1) if ((await pick(network)).status === 200) guests += 1;
  api.clock.advance(2 * MINUTE_MS);
  const answer = await pick(CLIENT);
  await api.db.pool.query('delete from gallery_people where gallery_id = $1', [galleryId]);
  return [...bounded('guests', guests, NETWORKS.length * 150), ...served('a choice', answer)];
}

/** Strangers have URLs signed for photos that they never send. */
export async function fillGuestUploads({ api, studio, isMiniature, call }: Target): Promise<string[]> {
  const galleryId = await publishedGallery(api, studio);
  const token = makeId((bytes) => crypto.getRandomValues(bytes), GUEST_TOKEN_LENGTH);
  const link = { gallery_id: galleryId, account_id: studio.id, author_id: studio.owner.userId };
  await insertRow(api.db.pool, 'guest_upload_links', { ...link, token_hash: hashToken(token) });
  const sign = async (network: number, count: number) => {
    const file = () => ({ photoId: newId(), filename: 'a.jpg', size: 10, type: 'image/jpeg' });
    const body = { name: '', files: Array.from({ length: count }, file) };
    const answer = await call(network, 'POST', `/api/guest-uploads/${token}/presign`, { body });
    return (JSON.parse(answer.text) as { uploads: unknown[] }).uploads.length;
  };
  const networks = NETWORKS.slice(0, isMiniature ? 3 : undefined);
  let signed = 0;
  for (const network of networks) for (let asked = 0; asked < 4; asked += 1) signed += await sign(network, 20);
  const own = await sign(CLIENT, 20);
  return [
    ...bounded('photos on the way', signed, networks.length * 60),
    ...(own === 20 ? [] : [`the guest may send ${own} of 20 photos`]),
  ];
}

/**
 * Strangers without a session join a gallery's room again and again, over forty sockets of one network. In miniature most
 * of the limit is used up before.
 */
export async function floodSocket({ api, studio, isMiniature }: Target): Promise<string[]> {
  const galleryId = await publishedGallery(api, studio);
  const connect = (network: number) => connectPage(api, { headers: { 'x-viewer-address': `10.7.${network}.7` } });
  const sockets = await Promise.all(Array.from({ length: isMiniature ? 3 : 40 }, () => connect(1)));
  let joined = 0;
  const before = isMiniature ? 280 : 0;
  if (before > 0) {
    await sockets[0]!.join(`g:${galleryId}`);
    const sql = `update rate_limits set count = $1 where bucket like 'live-joins-anonymous:%'`;
    await api.db.pool.query(sql, [before]);
  }
  for (const socket of sockets)
    for (let join = 0; join < 30; join += 1) {
      const answer = await socket.join(`g:${galleryId}`);
      if (answer.type === 'joined') joined += 1;
      else break;
    }
  await runOutbox(api.jobs);
  const open = sockets.filter(({ socket }) => socket.readyState === 1);
  const guest = await connect(2);
  const answer = await guest.join(`g:${galleryId}`);
  const faults = [
    ...bounded('joins', joined, 300 - before),
    ...bounded('sockets that stay open', open.length, isMiniature ? 0 : 10),
    ...(answer.type === 'joined' ? [] : ['a guest may not join']),
  ];
  await Promise.all([guest, ...sockets].map((page) => page.end()));
  return faults;
}
