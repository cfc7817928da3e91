import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';

export type TestProvider = {
  url: string;
  /** A token signed with the published key. */
  sign(claims: JWTPayload): Promise<string>;
  /** The same claims signed by another key with the same id. */
  forge(claims: JWTPayload): Promise<string>;
  /** The same claims with the public key used as a shared secret (RS256 taken for HS256). */
  confuse(claims: JWTPayload): Promise<string>;
  unsigned(claims: JWTPayload): string;
  close(): Promise<void>;
};

/** A provider whose identity tokens contain the claims of a test; discovery names `issuer`. */
export async function startTestProvider(issuer: string): Promise<TestProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'the-key', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const base = `http://127.0.0.1:${port}`;
    const discovery = { issuer, authorization_endpoint: `${base}/authorize`, jwks_uri: `${base}/keys` };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [jwk] } : discovery));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const signed = (claims: JWTPayload, key: CryptoKey | Uint8Array, alg: string) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid: 'the-key' }).sign(key);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sign: (claims) => signed(claims, privateKey, 'RS256'),
    forge: (claims) => signed(claims, stranger.privateKey, 'RS256'),
    confuse: (claims) => signed(claims, Buffer.from(JSON.stringify(jwk)), 'HS256'),
    unsigned: (claims) => new UnsecuredJWT(claims).encode(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
