import { certificateTrial, domainTrial, policyTrial } from './aws-trials.ts';
import { databaseTrial, directDatabaseTrial } from './database-trials.ts';
import type { Trial } from './question.ts';
import {
  captchaTrial,
  facebookTrial,
  googleTrial,
  mailFromTrial,
  mailTrial,
  metricsTrial,
  stripeTrial,
  supabaseKeyTrial,
  supabaseTokenTrial,
  supabaseTrial,
  twilioTrial,
} from './service-trials.ts';

/** Trials by the name of the value; what has none is checked for its form alone. */
export const TRIALS: Readonly<Record<string, Trial>> = {
  ALBUMEN_DOMAIN: domainTrial,
  ALBUMEN_CERTIFICATE_ARN: certificateTrial,
  ALBUMEN_PERMISSIONS_BOUNDARY: policyTrial,
  SupabaseUrl: supabaseTrial,
  SupabaseAnonKey: supabaseKeyTrial,
  DatabaseUrl: databaseTrial,
  DatabaseDirectUrl: directDatabaseTrial,
  SUPABASE_ACCESS_TOKEN: supabaseTokenTrial,
  MailUrl: mailTrial,
  MailFrom: mailFromTrial,
  AUTH_GOOGLE_CLIENT_SECRET: googleTrial,
  AUTH_FACEBOOK_CLIENT_SECRET: facebookTrial,
  AUTH_TWILIO_AUTH_TOKEN: twilioTrial,
  AUTH_CAPTCHA_SECRET: captchaTrial,
  StripeSecretKey: stripeTrial,
  OtlpHeaders: metricsTrial,
};
