import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'

const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535))
const url = z.url('must be a URL')
const number = (fallback: number, least = 0) =>
  z._default(z.coerce.number().check(z.minimum(least)), fallback)

/** Providers that authenticate anyone with an account: there, the token must name the school. */
const GOOGLE = /^https:\/\/accounts\.google\.com\/?$/
const ENTRA_FOR_ALL = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/

const isProxy = (name: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(name) ||
  ipaddr.IPv4.isValidFourPartDecimal(name) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(name) ||
  ipaddr.IPv6.isValid(name) ||
  ipaddr.IPv6.isValidCIDR(name)

/** `127.0.0.1, 10.0.0.0/8`. */
const proxies = z.pipe(
  z.string(),
  z.pipe(
    z.transform((list: string) => list.split(',').map((name) => name.trim())),
    z
      .array(z.string())
      .check(
        z.refine(
          (names) => names.every(isProxy),
          'must list the addresses of your proxies, separated by commas, such as 127.0.0.1, 10.0.0.0/8',
        ),
      ),
  ),
)

/** All settings, by environment variable. README documents them. */
const Environment = z
  .object({
    NODE_ENV: z._default(z.enum(['development', 'production', 'test']), 'development'),
    HOST: z._default(z.string(), '127.0.0.1'),
    PORT: z._default(port, 3000),
    PUBLIC_URL: z.optional(url),
    DATA_DIR: z.optional(z.string()),
    DATABASE_URL: z.optional(url),
    DATABASE_REPLICA_URL: z.optional(url),
    DATABASE_POOL: number(10, 1),
    SMTP_URL: z.optional(url),
    MAIL_FROM: z._default(z.string(), 'Lodestar <no-reply@localhost>'),
    SUPPORT_EMAIL: z._default(z.email(), 'support@example.org'),
    SAMPLE_DATA: z._default(z.enum(['on', 'off']), 'on'),
    APP_SECRET: z.optional(
      z.string().check(
        z.minLength(32, 'must have at least 32 characters'),
        z.refine(
          (secret) => !/secret|sample|example|change/i.test(secret),
          'looks like a sample: use random characters, or leave it out and one is made for you',
        ),
      ),
    ),
    WEB_ORIGIN: z.optional(
      url.check(
        z.refine(
          (given) => URL.canParse(given) && new URL(given).origin === given,
          'must be an origin, as https://app.example.org, without a path',
        ),
      ),
    ),
    VITE_API_BASE: z.optional(url),
    TRUST_PROXY: z.optional(proxies),
    LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
    CONSENT_DAYS: number(7, 1),
    UNDO_SECONDS: number(60),
    SHED_AFTER_MS: number(2000),
    SLOW_STATEMENT_MS: number(250),
    METRICS_TOKEN: z.optional(
      z.string().check(z.minLength(24, 'must have at least 24 characters')),
    ),
    TUTOR_BASE_URL: z.optional(url),
    TUTOR_API_KEY: z.optional(z.string()),
    TUTOR_MODEL: z.optional(z.string()),
    TUTOR_PATIENCE_SECONDS: number(20, 0.1),
    TUTOR_MESSAGES_PER_MINUTE: number(20, 1),
    FILE_QUOTA_MB: number(2048, 1),
    BACKUP_RECIPIENT: z.optional(
      z.string().check(z.regex(/^age1[a-z0-9]+$/, 'must be a public key of age: age1…')),
    ),
    S3_ENDPOINT: z.optional(url),
    S3_BUCKET: z.optional(z.string()),
    S3_REGION: z._default(z.string(), 'us-east-1'),
    S3_ACCESS_KEY_ID: z.optional(z.string()),
    S3_SECRET_ACCESS_KEY: z.optional(z.string()),
    OIDC_ISSUER: z.optional(
      url.check(
        z.refine(
          (issuer) => !ENTRA_FOR_ALL.test(issuer),
          'must name your own tenant: https://login.microsoftonline.com/TENANT-ID/v2.0',
        ),
      ),
    ),
    OIDC_CLIENT_ID: z.optional(z.string()),
    OIDC_CLIENT_SECRET: z.optional(z.string()),
    OIDC_NAME: z._default(z.string(), 'your school'),
    OIDC_HOSTED_DOMAIN: z.optional(z.string()),
    OIDC_TENANT: z.optional(z.string()),
    OIDC_EMAIL_DOMAIN: z.optional(z.string()),
    STRIPE_SECRET_KEY: z.optional(z.string()),
    STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
    STRIPE_PRICE_EXPLORER: z.optional(z.string()),
    STRIPE_PRICE_CREATOR: z.optional(z.string()),
    STRIPE_API_BASE: z.optional(url),
  })
  .check(
    z.refine((env) => !env.DATABASE_REPLICA_URL || env.DATABASE_URL, {
      path: ['DATABASE_REPLICA_URL'],
      error: 'needs DATABASE_URL beside it: the embedded database has no replica',
    }),
    z.refine((env) => !env.OIDC_ISSUER || (env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET), {
      path: ['OIDC_ISSUER'],
      error: 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it',
    }),
    z.refine((env) => !env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET, {
      path: ['STRIPE_SECRET_KEY'],
      error: 'needs STRIPE_WEBHOOK_SECRET beside it: without it, nobody hears of a payment',
    }),
    z.refine((env) => !GOOGLE.test(env.OIDC_ISSUER ?? '') || env.OIDC_HOSTED_DOMAIN, {
      path: ['OIDC_HOSTED_DOMAIN'],
      error: 'must be the domain of your school: Google signs in everybody else as well',
    }),
  )

export type Config = z.output<typeof Environment> & {
  /** Public URL of the site, without a trailing slash; emailed links start with it. */
  publicUrl: string
  /** True if only this machine can reach the site. Only then are the sample and the public mailbox available. */
  isLocal: boolean
}

/** Reads the whole configuration, or throws one error that lists all problems. Empty variables count as absent. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.')}: ${issue.message}`,
    )
    throw new Error(`The configuration cannot be used:\n${problems.join('\n')}`)
  }
  const config = parsed.data
  const publicUrl = config.PUBLIC_URL ?? `http://${nameOf(config.HOST)}:${config.PORT}`
  return {
    ...config,
    publicUrl: publicUrl.replace(/\/+$/, ''),
    isLocal:
      config.NODE_ENV !== 'production' &&
      config.TRUST_PROXY === undefined &&
      isLoopbackName(hostInUrl(config.HOST)) &&
      isLoopbackName(new URL(publicUrl).hostname),
  }
}

/** Whether a host, as it stands in a URL, is this machine wherever it is asked (RFC 6761 keeps `localhost` for that). */
export const isLoopbackName = (host: string): boolean =>
  /^(.+\.)?localhost$/i.test(host) || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** A wildcard address has no name; people on this machine use localhost. */
const nameOf = (host: string) => (['0.0.0.0', '::'].includes(host) ? 'localhost' : hostInUrl(host))
