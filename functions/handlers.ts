import type { Endpoints } from '#core/api/endpoints.ts';
import * as accounts from './api/accounts.ts';
import { verify as door } from './api/door.ts';
import * as galleries from './api/galleries.ts';
import * as images from './api/images.ts';
import * as invites from './api/invites.ts';
import { download, gallery, studio } from './api/public.ts';
import { single } from './api/upload-single.ts';
import { cancel, complete, presign } from './api/uploads.ts';
import type { HandlersOf } from './lib/http.ts';
import { mutate } from './zero/mutate.ts';
import { query } from './zero/query.ts';

/** What answers each endpoint of the contract; one that is forgotten, or put in another's place, does not compile. */
export const handlers = {
  accounts: {
    list: accounts.list,
    create: accounts.create,
    slugAvailable: accounts.slugAvailable,
    update: accounts.update,
    slug: accounts.slug,
  },
  galleries: { remove: galleries.remove, password: galleries.password },
  images: { token: images.token },
  invites: { create: invites.create, resend: invites.resend, verify: invites.verify, renew: invites.renew },
  publicPages: { studio, gallery, verify: door, download },
  uploads: { presign, complete, cancel, single },
  zero: { query, mutate },
} satisfies HandlersOf<Endpoints>;
