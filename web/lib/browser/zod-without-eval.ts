/*
 * Keeps Zod from compiling validators with `new Function`: the content security policy refuses it, and reports the
 * attempt. Set through the global that `z.config` writes, because public pages load Zod later, in other scripts. Entries
 * import this first.
 */
const zod = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
zod.__zod_globalConfig = { ...zod.__zod_globalConfig, jitless: true };
