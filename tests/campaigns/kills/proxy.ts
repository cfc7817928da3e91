import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a port of this machine, which can be cut. */
export interface Proxy {
  port: number;
  connections(): number;
  /** From now on nothing arrives, neither data nor ends of connections, and new connections get no answer. */
  cut(): void;
  /** Delivers what has waited, as after the retransmissions of TCP. */
  mend(): void;
  close(): void;
}

/** Two sockets that belong together. */
interface Link {
  near: Socket;
  far: Socket;
  /** One of both has ended, of which the other one does not hear while the line is cut. */
  isOver: boolean;
}

export async function startProxy(target: number): Promise<Proxy> {
  const links = new Set<Link>();
  let isCut = false;
  const join = ({ near, far }: Link) => {
    near.pipe(far);
    far.pipe(near);
  };
  const end = (link: Link) => {
    link.isOver = true;
    if (isCut) return;
    links.delete(link);
    link.near.destroy();
    link.far.destroy();
  };
  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(target, '127.0.0.1');
    const link = { near, far, isOver: false };
    links.add(link);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined).once('close', () => end(link));
    }
    if (!isCut) join(link);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => links.size,
    cut() {
      isCut = true;
      for (const { near, far } of links) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    mend() {
      isCut = false;
      for (const link of links) {
        if (link.isOver) end(link);
        else join(link);
      }
    },
    close() {
      server.close();
      for (const { near, far } of links) {
        near.destroy();
        far.destroy();
      }
    },
  };
}
