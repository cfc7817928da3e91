import type { IncomingMessage } from 'node:http';
import { apiRequest, publicApiRequest, reportRequest, zeroRequest } from '#functions/edge/api-request.ts';
import {
  type EdgeResponse,
  type EdgeResult,
  type EdgeRuntime,
  isResponse,
  type ViewerRequestEvent,
  type ViewerResponseEvent,
} from '#functions/edge/event.ts';
import { imageRequest, imageResponse, ogRequest } from '#functions/edge/image-request.ts';
import { ownPageRequest, pageRequest } from '#functions/edge/page-request.ts';
import { pageResponse } from '#functions/edge/page-response.ts';
import { createContext } from '#local/edge/context.ts';
import { toViewerEvent } from '#local/edge/viewer-event.ts';
import type { Fields, RawRequest, RawResponse } from './edge-events.ts';
import type { EdgeOutcome } from './edge-validation.ts';

const REQUEST_FUNCTIONS: Readonly<
  Record<string, (event: ViewerRequestEvent, runtime: EdgeRuntime) => EdgeResult | Promise<EdgeResult>>
> = {
  'api-request': apiRequest,
  'image-request': imageRequest,
  'og-request': ogRequest,
  'own-page-request': ownPageRequest,
  'page-request': pageRequest,
  'public-api-request': publicApiRequest,
  'report-request': reportRequest,
  'zero-request': zeroRequest,
};

const RESPONSE_FUNCTIONS: Readonly<
  Record<string, (event: ViewerResponseEvent, runtime: EdgeRuntime) => EdgeResponse | Promise<EdgeResponse>>
> = {
  'image-response': imageResponse,
  'page-response': async (event, runtime) => pageResponse(event, { ...runtime, https: true }),
};

/** The repository's functions as the local edge runs them, with its own event and runtime. */
export function localEdge(imageTokenKeys: readonly string[], now: number) {
  const { runtime } = createContext({
    port: 0,
    siteDir: '',
    functionsUrl: '',
    zeroUrls: {},
    distributionId: 'EDFDVBD6EXAMPLE',
    storage: { endpoint: '', region: '', accessKeyId: '', secretAccessKey: '', renditionsBucket: '' },
    originSecret: '',
    imageTokenKeys,
    connectOrigins: [],
    now: () => now,
  });
  return async (name: string, request: RawRequest, response?: RawResponse): Promise<EdgeOutcome> => {
    const event = toViewerEvent(messageOf(request));
    if (response) {
      const { status, headers = {} } = response;
      const fields = Object.fromEntries(Object.entries(headers).map(([header, value]) => [header, { value }]));
      const seen = { ...event, response: { statusCode: status, headers: fields } };
      return outcomeOf(await RESPONSE_FUNCTIONS[name]!(seen, runtime));
    }
    return outcomeOf(await REQUEST_FUNCTIONS[name]!(event, runtime));
  };
}

function outcomeOf(result: EdgeResult): EdgeOutcome {
  if (!isResponse(result)) return { kind: 'request', request: result as never };
  const { statusCode: status, headers, cookies = {}, body = '' } = result;
  return { kind: 'response', status, headers: headers as Fields, cookies, body };
}

/** Builds the request as Node's server would. */
function messageOf({ method = 'GET', path, headers = {}, ip = '198.51.100.11' }: RawRequest): IncomingMessage {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()]);
  return { method, url: path, headersDistinct: Object.fromEntries(named), socket: { remoteAddress: ip } } as never;
}
