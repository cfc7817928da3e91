import { insertCustomer, newId } from '../../support/rows.ts';
import { publishedGallery, readyPhoto } from '../../support/studio.ts';
import { mailedTokens } from '../../support/portal.ts';
import { weakenHash } from '../../support/weak-hashes.ts';
import { fillChoosing, fillGuestUploads, floodSocket } from './limit-floods.ts';
import { type Attack, bounded, CLIENT, NETWORKS, served, type Target } from './limit-target.ts';

const PASSWORD = 'sea-breeze';

const verify = ({ call }: Target, network: number, galleryId: string, password: string) =>
  call(network, 'POST', `/api/p/${galleryId}/galleries/verify`, { body: { password } });

async function lockedGallery({ api, studio }: Target): Promise<string> {
  const galleryId = await publishedGallery(api, studio);
  const body = { password: PASSWORD };
  await api.call('PUT', `/api/gallery/${galleryId}/password`, { as: studio.owner, account: studio.id, body });
  await api.db.pool.query(`update galleries set visibility = 'password' where id = $1`, [galleryId]);
  await weakenHash(api.db.pool, ['gallery_secrets', 'password_hash'], galleryId, PASSWORD);
  return galleryId;
}

async function countGuesses(target: Target, galleryId: string, networks: readonly number[], each: number) {
  let checked = 0;
  for (const network of networks)
    for (let guess = 0; guess < each; guess += 1)
      if ((await verify(target, network, galleryId, `guess ${guess}`)).status === 403) checked += 1;
  return checked;
}

/** Attacks by what strangers want to use up or to guess. */
export const LIMIT_ATTACKS = {
  async 'the password of a gallery'(target) {
    const galleryId = await lockedGallery(target);
    const each = target.isMiniature ? 5 : 10;
    const checked = await countGuesses(target, galleryId, NETWORKS, each);
    return [
      // 60 of the gallery, then three of each other network.
      ...bounded('wrong passwords', checked, 60 + (NETWORKS.length - 60 / each) * 3),
      ...served('the right password', await verify(target, CLIENT, galleryId, PASSWORD)),
    ];
  },

  async 'the password from one /48'(target) {
    const galleryId = await lockedGallery(target);
    const networks = Array.from({ length: 50 }, (_, index) => 1000 + index);
    const checked = await countGuesses(target, galleryId, networks, 1);
    return [
      ...bounded('wrong passwords', checked, 40),
      ...served('the right password', await verify(target, CLIENT, galleryId, PASSWORD)),
    ];
  },

  async 'links to the client’s page by mail'(target) {
    const { api, studio, isMiniature, call } = target;
    const email = `${newId()}@example.org`;
    await insertCustomer(api.db.pool, studio.id, { email });
    const ask = (network: number, address: string) =>
      call(network, 'POST', `/api/p/${studio.slug}/client`, { body: { email: address } });
    for (const network of NETWORKS)
      for (let asked = 0; asked < (isMiniature ? 1 : 4); asked += 1) await ask(network, `${newId()}@example.org`);
    const answer = await ask(CLIENT, email);
    const mails = await mailedTokens(api, email);
    for (const network of NETWORKS) await ask(network, email);
    const all = await mailedTokens(api, email);
    return [
      ...served('a link', answer),
      ...(mails.length === 1 ? [] : [`the client got ${mails.length} mails`]),
      ...bounded('mails to one client', all.length, 3),
    ];
  },

  async 'the contact form'({ studio, isMiniature, call }) {
    const each = isMiniature ? 3 : 10;
    const send = (network: number) =>
      call(network, 'POST', `/api/p/${studio.slug}/contact`, {
        channel: null,
        body: { name: 'Mar', email: `${newId()}@example.org`, message: `Text ${newId()}`, language: 'en' },
      });
    let stored = 0;
    for (const network of NETWORKS)
      for (let sent = 0; sent <= each; sent += 1) if ((await send(network)).status === 201) stored += 1;
    // 60 of the studio, then two of each other network.
    return [
      ...bounded('messages', stored, 60 + (NETWORKS.length - 60 / (each + 1)) * 2),
      ...served('a message', await send(CLIENT)),
    ];
  },

  async 'downloads of a gallery'({ api, studio, isMiniature, call }) {
    const galleryId = await publishedGallery(api, studio, { allow_original: true, remove_location: false });
    const { id } = await readyPhoto(api, studio, galleryId, { size: 5_000_000_000 });
    const networks = NETWORKS.slice(0, isMiniature ? 1 : undefined);
    const take = (network: number) => call(network, 'GET', `/api/p/${galleryId}/photos/${id}/download?size=original`);
    let signed = 0;
    for (const network of networks)
      for (let taken = 0; taken < 45; taken += 1) if ((await take(network)).status === 302) signed += 1;
    const answer = await take(CLIENT);
    // 200 GB of each network.
    return [
      ...bounded('downloads of 5 GB', signed, networks.length * 40),
      ...(answer.status === 302 ? [] : [`a download: the client got ${answer.status}`]),
    ];
  },

  'choosing in a gallery': fillChoosing,
  'a link for guests’ photos': fillGuestUploads,
  'the socket': floodSocket,
} as const satisfies Record<string, Attack>;
