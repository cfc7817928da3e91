import { invites } from '#core/api/invites.ts';
import { proofing } from '#core/api/proofing.ts';
import { mailTo, tokenIn } from './mailbox.ts';
import { type Call, type Scene, send } from './scene.ts';
import { newId } from './studio.ts';

/** A browser that has picked the scene's photo as a guest. */
async function guest(scene: Scene) {
  const { stage, galleryId, photo } = scene;
  await stage.db.query('update galleries set guest_favourites = true, guest_comments = true where id = $1', [
    galleryId,
  ]);
  const params = { galleryId, listId: 'favourites', photoId: photo.id };
  const answer = await send(scene, proofing.pick, { params, body: { state: 'pick' } });
  return { params, answer, cookie: cookieOf(answer) };
}

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');

/** A browser of an invited person, with a selection that is theirs. */
async function client(scene: Scene) {
  const { stage, galleryId, studio } = scene;
  const email = `chooser-${newId()}-${studio.marker}@example.org`;
  const data = { galleryId, accountSlug: studio.account.slug };
  await send(scene, invites.create, { body: { email, data } });
  const verified = await send(scene, invites.verify, { body: { token: tokenIn(stage, await mailTo(stage, email)) } });
  const listId = newId();
  await stage.db.query(
    `insert into pick_lists (id, account_id, gallery_id, kind, name) values ($1, $2, $3, 'selection', 'Album')`,
    [listId, studio.account.id, galleryId],
  );
  return { listId, cookie: cookieOf(verified) };
}

const saveList = async (scene: Scene) => {
  const { cookie } = await guest(scene);
  const params = { galleryId: scene.galleryId, listId: newId() };
  const answer = await send(scene, proofing.saveList, { params, body: { name: scene.studio.marker }, cookie });
  return { params, answer, cookie };
};

const saveComment = async (scene: Scene) => {
  const { cookie } = await guest(scene);
  const params = { galleryId: scene.galleryId, commentId: newId() };
  const body = { photoId: scene.photo.id, fileId: scene.photo.fileId, body: `Brighter, ${scene.studio.marker}` };
  return { params, answer: await send(scene, proofing.saveComment, { params, body, cookie }), cookie };
};

/** A guest with an address, to whom a link was mailed. */
const recover = async (scene: Scene) => {
  const { cookie } = await guest(scene);
  const params = { galleryId: scene.galleryId };
  const email = `guest-${newId()}-${scene.studio.marker}@example.org`;
  await send(scene, proofing.details, { params, body: { name: 'Mar', email }, cookie });
  return { params, email, answer: await send(scene, proofing.recover, { params, body: { email } }) };
};

export const PROOFING_CALLS = {
  view: async (scene) => {
    const { cookie } = await guest(scene);
    return send(scene, proofing.view, { params: { galleryId: scene.galleryId }, cookie });
  },
  details: async (scene) => {
    const { cookie } = await guest(scene);
    const params = { galleryId: scene.galleryId };
    return send(scene, proofing.details, { params, body: { name: 'Mar', email: '' }, cookie });
  },
  pick: async (scene) => (await guest(scene)).answer,
  unpick: async (scene) => {
    const { params, cookie } = await guest(scene);
    return send(scene, proofing.unpick, { params, cookie });
  },
  saveList: async (scene) => (await saveList(scene)).answer,
  removeList: async (scene) => {
    const { params, cookie } = await saveList(scene);
    return send(scene, proofing.removeList, { params, cookie });
  },
  submit: async (scene) => {
    const { listId, cookie } = await client(scene);
    const { galleryId, photo } = scene;
    const params = { galleryId, listId, photoId: photo.id };
    await send(scene, proofing.pick, { params, body: { state: 'pick' }, cookie });
    return send(scene, proofing.submit, { params: { galleryId, listId }, body: { version: 1 }, cookie });
  },
  saveComment: async (scene) => (await saveComment(scene)).answer,
  removeComment: async (scene) => {
    const { params, cookie } = await saveComment(scene);
    return send(scene, proofing.removeComment, { params, cookie });
  },
  recover: async (scene) => (await recover(scene)).answer,
  adopt: async (scene) => {
    const { params, email } = await recover(scene);
    const token = tokenIn(scene.stage, await mailTo(scene.stage, email));
    return send(scene, proofing.adopt, { params, body: { token } });
  },
} satisfies Record<keyof typeof proofing, Call>;
