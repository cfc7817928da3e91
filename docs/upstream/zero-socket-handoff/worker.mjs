/** Characters that take a channel some hundred milliseconds. */
const MANY = 32_000_000;

process.on('message', (message, socket) => {
  if (message === 'fill the channel') {
    process.send({ filler: 'x'.repeat(MANY) });
    return;
  }
  socket.once('data', (data) => process.send({ heard: String(data) }));
  socket.write('connected');
});
process.send('ready');
