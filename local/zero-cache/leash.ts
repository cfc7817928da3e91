/*
 * Preloaded into zero-cache, whose workers each have a process group of their own and go on when their parent is
 * killed, holding its ports. The channel to the parent closes in that moment.
 */
if (process.connected) process.once('disconnect', () => process.exit(1));
