import * as images from '../galleries/image-token-handlers.ts';
import { apiFunction } from '../platform/http/api-function.ts';

export const { env, handler } = apiFunction<'images'>(images, ['SUPABASE_URL', 'APP_ORIGIN', 'IMAGE_TOKEN_KEY']);
