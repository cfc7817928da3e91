/*
 * Preloaded into zero-cache, whose workers have their own process groups and survive a killed parent, keeping its
 * ports. The channel to the parent closes at that moment, which ends the worker. Plain JavaScript, as loopback.mjs.
 */
if (process.connected) process.once('disconnect', () => process.exit(1));
