import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A tenant of the multi-tenant distribution: one hostname, and its certificate. */
export interface Tenant {
  id: string;
  name: string;
  hostname: string;
  isEnabled: boolean;
  /** True once its certificate is attached: the hostname is served. */
  isActive: boolean;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Grows with each change. */
  version: number;
}

/** Tenants by id, kept in a file between starts. */
export class TenantStore {
  readonly #file: string | undefined;
  readonly #tenants = new Map<string, Tenant>();

  constructor(file?: string) {
    this.#file = file;
    for (const tenant of file === undefined ? [] : read(file)) this.#tenants.set(tenant.id, tenant);
  }

  /** @param identifier id or name */
  find(identifier: string): Tenant | undefined {
    return this.#tenants.get(identifier) ?? [...this.#tenants.values()].find(({ name }) => name === identifier);
  }

  findHost(hostname: string): Tenant | undefined {
    return [...this.#tenants.values()].find((tenant) => tenant.hostname === hostname);
  }

  create(name: string, hostname: string, now: number): Tenant {
    const id = `dt_${randomBytes(12).toString('base64url')}`;
    const tenant = { id, name, hostname, isEnabled: true, isActive: false, createdAt: now, version: 1 };
    this.#save(tenant);
    return tenant;
  }

  update(tenant: Tenant, changes: Partial<Pick<Tenant, 'isEnabled' | 'isActive'>>): Tenant {
    const changed = { ...tenant, ...changes, version: tenant.version + 1 };
    this.#save(changed);
    return changed;
  }

  remove({ id }: Tenant): void {
    this.#tenants.delete(id);
    this.#write();
  }

  #save(tenant: Tenant): void {
    this.#tenants.set(tenant.id, tenant);
    this.#write();
  }

  #write(): void {
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify([...this.#tenants.values()], null, 2));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function read(file: string): Tenant[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tenant[];
  } catch {
    return [];
  }
}
