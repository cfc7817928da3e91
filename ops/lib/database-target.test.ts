import { describe, expect, it } from 'vitest';
import { databaseTarget, directTarget, withoutSecrets } from './database-target.ts';

const HOSTED = 'postgresql://postgres:s%40cret@db.abcdefghijklmnopqrst.supabase.co:5432/postgres';

describe('the address of a database', () => {
  it('connects without TLS to this machine only', () => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const { client, env } = databaseTarget(`postgres://a:b@${host}:5000/x`);
      expect(client.ssl).toBe(false);
      expect(env).toMatchObject({ PGSSLMODE: 'disable' });
    }
    for (const host of ['127.example.com', 'localhost.example.com', '10.0.0.1', '[::2]']) {
      const { client, env } = databaseTarget(`postgres://a:b@${host}:5000/x`);
      expect(client.ssl).toEqual({ rejectUnauthorized: true });
      expect(env).toMatchObject({ PGSSLMODE: 'verify-full', PGSSLROOTCERT: undefined });
    }
  });

  it.each(['disable', 'allow', 'prefer'])('refuses sslmode=%s for other machines', (mode) => {
    expect(() => databaseTarget(`${HOSTED}?sslmode=${mode}`)).toThrow(/by TLS alone/);
    expect(() => databaseTarget(`postgres://a:b@127.0.0.1/x?sslmode=${mode}`)).not.toThrow();
  });

  it('ignores options that weaken the certificate check', () => {
    const { client, env, address } = databaseTarget(`${HOSTED}?sslmode=no-verify&sslrootcert=/tmp/mine`);
    expect(client.ssl).toMatchObject({ rejectUnauthorized: true });
    expect(env['PGSSLMODE']).toBe('verify-full');
    expect(address).not.toContain('?');
  });

  it('checks Supabase hosts against Supabase’s own authorities', () => {
    const { client, env } = databaseTarget(HOSTED);
    expect(String((client.ssl as { ca: string }).ca).match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(env['PGSSLROOTCERT']).toMatch(/supabase\/database-ca\.pem$/);
  });

  it('contains no password, which is decoded separately', () => {
    const { address, client, env } = databaseTarget(HOSTED);
    expect(address).toBe('postgresql://postgres@db.abcdefghijklmnopqrst.supabase.co:5432/postgres');
    expect(client).toMatchObject({ user: 'postgres', password: 's@cret', port: 5432, database: 'postgres' });
    expect(env['PGPASSWORD']).toBe('s@cret');
  });

  it.each(['', 'db.example.com', 'mysql://a:b@c/d', 'postgres:///x'])('refuses "%s"', (url) => {
    expect(() => databaseTarget(url)).toThrow(/must have the form/);
  });

  it('never quotes an invalid address', () => {
    const wrong = ['postgre://me:hunter2@host/x', 'postgres://me:hunter2@host/x?sslmode=disable', 'me:hunter2@host'];
    for (const url of wrong) {
      expect(() => databaseTarget(url)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
      );
    }
  });

  it('requires a readable certificate authority', () => {
    expect(() => databaseTarget(HOSTED, { caFile: '/nowhere/ca.pem' })).toThrow(/DATABASE_CA_FILE cannot be read/);
  });
});

it('refuses the transaction pooler for sessions', () => {
  const pooler = 'postgres://postgres.abc:hunter2@aws-0-eu-west-1.pooler.supabase.com';
  expect(() => directTarget(`${pooler}:6543/postgres`)).toThrow(
    /^The address at aws-0-eu-west-1\.pooler\.supabase\.com is the transaction pooler’s \(port 6543\)/,
  );
  for (const url of [`${pooler}:5432/postgres`, `${pooler}/postgres`]) {
    expect(directTarget(url)).toEqual(databaseTarget(url));
  }
});

it('takes the timeout of statements from a direct session, for the driver and for other programs', () => {
  const { client, env, ...rest } = directTarget(HOSTED);
  expect([client.options, env['PGOPTIONS']]).toEqual(['-c statement_timeout=0', '-c statement_timeout=0']);
  expect(databaseTarget(HOSTED)).toMatchObject(rest);
});

it('removes secrets from other programs’ output, in every encoding', () => {
  const target = databaseTarget(HOSTED);
  const said = `cannot reach ${HOSTED} with "s@cret" (s%40cret)`;
  expect(withoutSecrets(said, target)).toBe('cannot reach *** with "***" (***)');
});
