import { physical } from '../names.ts';
import type { Secrets } from '../secrets.ts';

/** Where functions/edge/image-request.ts looks for the keys of image tokens: all that are accepted, parted by a space. */
const IMAGE_TOKEN_KEYS = 'image_token_keys';

export interface EdgeKeys {
  store: aws.cloudfront.KeyValueStore;
  /** Functions are made after these: the edge must know a new key before anybody signs with it. */
  written: $util.Resource[];
}

/** What the functions at the edge read, since they have no environment. */
export function edgeKeys({ imageTokenKey }: Pick<Secrets, 'imageTokenKey'>): EdgeKeys {
  const store = new aws.cloudfront.KeyValueStore('EdgeKeys', {
    name: physical('edge'),
    comment: `Albumen (${$app.stage}): keys of image tokens`,
  });
  const keys = new aws.cloudfront.KeyvaluestoreKey('ImageTokenKeys', {
    keyValueStoreArn: store.arn,
    key: IMAGE_TOKEN_KEYS,
    value: imageTokenKey,
  });
  return { store, written: [keys] };
}
