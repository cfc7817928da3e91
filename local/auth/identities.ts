import type { Tx } from './database.ts';
import type { SocialProfile } from './providers/provider.ts';
import type { Metadata, UserRow } from './user-row.ts';

/** An identity of a user; `provider_id` is the provider's own id of the person. */
export type IdentityRow = {
  id: string;
  provider_id: string;
  user_id: string;
  provider: string;
  identity_data: Metadata;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
  email: string | null;
};

export type IdentityProvider = 'email' | 'phone';

/** Returns the claims of an email or phone identity; `data` cannot override them. */
export function identityClaims(user: Pick<UserRow, 'id' | 'email' | 'phone'>, data: Metadata = {}): Metadata {
  return {
    ...data,
    sub: user.id,
    ...(user.email ? { email: user.email } : {}),
    ...(user.phone ? { phone: user.phone } : {}),
    email_verified: false,
    phone_verified: false,
  };
}

/** Returns a provider's profile as identities and users store it. */
export function externalIdentityData({ subject, email, claims }: SocialProfile): Metadata {
  return {
    ...claims,
    sub: subject,
    ...(email ? { email: email.address.toLowerCase() } : {}),
    email_verified: email?.verified ?? false,
    phone_verified: false,
  };
}

export async function findIdentity(tx: Tx, provider: string, subject: string): Promise<IdentityRow | null> {
  const [identity] = await tx.rows<IdentityRow>(
    'select * from auth.identities where provider_id = $1 and provider = $2',
    [subject, provider],
  );
  return identity ?? null;
}

export async function listIdentities(tx: Tx, userId: string): Promise<IdentityRow[]> {
  return tx.rows<IdentityRow>('select * from auth.identities where user_id = $1 order by created_at, provider', [
    userId,
  ]);
}

/** Inserts an identity by email or phone, whose subject is the user's id. */
export async function insertIdentity(
  tx: Tx,
  userId: string,
  provider: IdentityProvider,
  data: Metadata,
): Promise<IdentityRow> {
  const [identity] = await tx.rows<IdentityRow>(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1::text, ($1::text)::uuid, $2, $3, $4, $4, $4) returning *`,
    [userId, provider, JSON.stringify(data), tx.now],
  );
  return identity!;
}

/** Inserts an identity of a social provider, with the data's `sub` as subject. */
export async function insertExternalIdentity(
  tx: Tx,
  userId: string,
  provider: string,
  data: Metadata,
): Promise<IdentityRow> {
  const [identity] = await tx.rows<IdentityRow>(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1::jsonb ->> 'sub', $2, $3, $1, $4, $4, $4) returning *`,
    [JSON.stringify(data), userId, provider, tx.now],
  );
  return identity!;
}

/** Replaces the provider's data of an identity. */
export async function replaceIdentityData(tx: Tx, id: string, data: Metadata): Promise<IdentityRow> {
  const [identity] = await tx.rows<IdentityRow>(
    'update auth.identities set identity_data = $2, updated_at = $3 where id = $1 returning *',
    [id, JSON.stringify(data), tx.now],
  );
  return identity!;
}

export async function deleteIdentity(tx: Tx, id: string): Promise<void> {
  await tx.rows('delete from auth.identities where id = $1', [id]);
}

/** Deletes all identities of a user but one. */
export async function removeOtherIdentities(tx: Tx, userId: string, keepId: string): Promise<void> {
  await tx.rows('delete from auth.identities where user_id = $1 and id <> $2', [userId, keepId]);
}

/** Merges data into a user's identity, and creates it if missing. */
export async function upsertIdentity(
  tx: Tx,
  user: UserRow,
  provider: IdentityProvider,
  facts: Metadata,
): Promise<void> {
  await tx.rows(
    `insert into auth.identities (provider_id, user_id, provider, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1::text, ($1::text)::uuid, $2, $3, $4, $4, $4)
     on conflict (provider_id, provider) do update
       set identity_data = identities.identity_data || $5, updated_at = $4`,
    [
      user.id,
      provider,
      JSON.stringify({ ...identityClaims({ id: user.id, email: null, phone: null }), ...facts }),
      tx.now,
      JSON.stringify(facts),
    ],
  );
}

/** The `provider` and `providers` of a user's app metadata, oldest first. */
export async function providerMetadata(tx: Tx, userId: string): Promise<Metadata> {
  const providers = [...new Set((await listIdentities(tx, userId)).map((identity) => identity.provider))];
  return { providers, ...(providers[0] ? { provider: providers[0] } : {}) };
}

/** Traits of an identity in audit log entries. */
export function identityTraits({ id, provider, provider_id }: IdentityRow): Record<string, unknown> {
  return { identity_id: id, provider, provider_id };
}

export function presentIdentity(identity: IdentityRow) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at ?? undefined,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.email || undefined,
  };
}
