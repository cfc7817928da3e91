import { physical } from '../names.ts';
import type { Secrets } from '../secrets.ts';

/** Key that functions/edge/image-request.ts reads: all accepted keys of image tokens, separated by a space. */
const IMAGE_TOKEN_KEYS = 'image_token_keys';

export interface EdgeKeys {
  store: aws.cloudfront.KeyValueStore;
  /** Dependencies of the functions: the edge must know a new key before a function signs with it. */
  written: $util.Resource[];
}

/** Key-value store of the edge functions, which have no environment variables. */
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
