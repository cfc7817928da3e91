export { openapi } from './openapi-handler.ts';
export * from './token-handlers.ts';
export * from './v1-handlers.ts';
export * from './webhook-handlers.ts';
