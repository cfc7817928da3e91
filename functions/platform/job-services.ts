import type { Clock } from '#core/domain/values/time.ts';
import { type Purge, purgeFromEnv } from './aws/cdn-purge.ts';
import { type DomainServices, domainServicesFromEnv } from './aws/cdn-tenants.ts';
import { connectionPosterFromEnv, type PostToConnection } from './aws/live-connections.ts';
import { ingestQueueFromEnv, type RequestIngest, type Trigger } from './aws/queues.ts';
import type { Database } from './db/database.ts';
import { readEnv } from './env.ts';
import { mailer, type SendMail } from './mail.ts';
import { type PostWebhook, webhookPosterFromEnv } from './post-webhook.ts';
import { servicesFromEnv } from './services.ts';
import { storageFromEnv } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';
import { cardPaymentsFromEnv } from './stripe-client.ts';
import type { CardPayments } from './stripe.ts';

/** Dependencies of jobs. */
export interface JobServices {
  readonly clock: Clock;
  readonly db: Database;
  readonly storage: Storage;
  readonly appOrigin: string;
  readonly sendMail: SendMail;
  readonly purge: Purge;
  /** Null in an installation without keys of Stripe. */
  readonly cards: CardPayments | null;
  /** The first month that studios pay for, `2027-04`; null where nothing is charged. */
  readonly billingFrom: string | null;
  readonly triggerOutbox: Trigger;
  readonly triggerArchivePacker: Trigger;
  readonly requestIngest: RequestIngest;
  readonly postToConnection: PostToConnection;
  readonly postWebhook: PostWebhook;
  /** Null where the stage has no own domains. */
  readonly domains: DomainServices | null;
}

export function jobServicesFromEnv(): JobServices {
  const services = servicesFromEnv(storageFromEnv, cardPaymentsFromEnv);
  let send: SendMail | undefined;
  let purge: Purge | undefined;
  let tellIngest: RequestIngest | undefined;
  let domains: DomainServices | null | undefined;
  let post: PostToConnection | undefined;
  let postWebhook: PostWebhook | undefined;
  return {
    clock: services.clock,
    get db() {
      return services.db;
    },
    get storage() {
      return services.storage;
    },
    get appOrigin() {
      return services.appOrigin;
    },
    get cards() {
      return services.cards;
    },
    get billingFrom() {
      return services.billingFrom;
    },
    get triggerOutbox() {
      return services.triggerOutbox;
    },
    get triggerArchivePacker() {
      return services.triggerArchivePacker;
    },
    get domains() {
      return (domains ??= domainServicesFromEnv());
    },
    async postToConnection(connectionId, text) {
      post ??= connectionPosterFromEnv();
      return post(connectionId, text);
    },
    postWebhook(url, headers, body) {
      postWebhook ??= webhookPosterFromEnv();
      return postWebhook(url, headers, body);
    },
    async requestIngest(keys) {
      tellIngest ??= ingestQueueFromEnv();
      await tellIngest(keys);
    },
    async purge(paths, idempotencyKey) {
      purge ??= purgeFromEnv();
      await purge(paths, idempotencyKey);
    },
    sendMail(mail) {
      if (!send) {
        const env = readEnv(['MAIL_URL', 'MAIL_FROM', 'MAIL_CONFIGURATION_SET']);
        send = mailer(env.MAIL_URL, env.MAIL_FROM, env.MAIL_CONFIGURATION_SET);
      }
      return send(mail);
    },
  };
}
