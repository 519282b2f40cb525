import { bech32 } from '@scure/base'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'

import { CannotStart } from '#platform/database'

/** A number of its own range; everything else is refused with the range. */
const number = (fallback: number, { min = 0, max = Infinity, whole = true } = {}) => {
  const kind = whole ? 'a whole number' : 'a number'
  const range = max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`
  return z._default(
    z.pipe(
      z.string(),
      z.pipe(
        z.transform((text: string) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : NaN)),
        z.custom<number>(
          (value) =>
            typeof value === 'number' &&
            value >= min &&
            value <= max &&
            (!whole || Number.isInteger(value)),
          `must be ${kind} ${range}`,
        ),
      ),
    ),
    fallback,
  )
}

const oneOf = <const Value extends string>(values: readonly Value[], fallback: Value) =>
  z._default(z.enum(values, `must be one of: ${values.join(', ')}`), fallback)

/** Parses a URL; null for text that is none, and for other schemes. */
const parseUrl = (text: string, schemes: readonly string[]): URL | null => {
  const parsed = URL.canParse(text) ? new URL(text) : null
  return parsed && schemes.includes(parsed.protocol) ? parsed : null
}
const urlOf = (schemes: readonly string[], example: string) =>
  z
    .string()
    .check(
      z.refine((text) => parseUrl(text, schemes) !== null, `must be an address such as ${example}`),
    )
const webUrl = urlOf(['http:', 'https:'], 'https://example.org')
/** The rosters of children never travel unencrypted over a network. */
const serviceUrl = webUrl.check(
  z.refine(
    (text) =>
      URL.canParse(text) &&
      (new URL(text).protocol === 'https:' || isLoopbackName(new URL(text).hostname)),
    'must begin with https://, except on this machine',
  ),
)
const databaseUrl = urlOf(
  ['postgres:', 'postgresql:'],
  'postgres://lodestar@db.example.org:5432/lodestar',
)
/** Allows a trailing slash only: every other path would be lost in links, cookies and the issuer's name. */
const isOrigin = (text: string) =>
  URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')

/** `Lodestar <no-reply@school.example>` or a bare address. */
const isSender = (text: string) =>
  /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim())

/** Verifies the checksum as well: a mistyped key would otherwise be noticed by the first backup. */
const isAgeRecipient = (text: string) => {
  const decoded = bech32.decodeUnsafe(text, false)
  return decoded?.prefix === 'age' && bech32.fromWordsUnsafe(decoded.words)?.length === 32
}

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
    NODE_ENV: oneOf(['development', 'production', 'test'], 'development'),
    HOST: z._default(z.string(), '127.0.0.1'),
    PORT: number(3000, { max: 65_535 }),
    PUBLIC_URL: z.optional(
      webUrl.check(
        z.refine(
          isOrigin,
          'must be an origin without a path, such as https://learn.school.example',
        ),
      ),
    ),
    DATA_DIR: z.optional(z.string()),
    DATABASE_URL: z.optional(databaseUrl),
    DATABASE_REPLICA_URL: z.optional(databaseUrl),
    DATABASE_POOL: number(10, { min: 1, max: 1000 }),
    SMTP_URL: z.optional(urlOf(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org')),
    MAIL_FROM: z._default(
      z
        .string()
        .check(z.refine(isSender, 'must be a sender such as Lodestar <no-reply@school.example>')),
      'Lodestar <no-reply@localhost>',
    ),
    MAIL_PER_MINUTE: number(30, { min: 1 }),
    SUPPORT_EMAIL: z.optional(z.email('must be an email address')),
    SAMPLE_DATA: oneOf(['on', 'off'], 'on'),
    APP_SECRET: z.optional(
      z.string().check(
        z.minLength(32, 'must have at least 32 characters'),
        z.refine(
          (secret) => !/secret|sample|example|change/i.test(secret),
          'looks like a sample: use random characters, or leave it out and one is generated',
        ),
      ),
    ),
    WEB_ORIGIN: z.optional(
      webUrl.check(
        z.refine(
          (text) => URL.canParse(text) && new URL(text).origin === text,
          'must be an origin without a path, such as https://app.school.example',
        ),
      ),
    ),
    VITE_API_BASE: z.optional(webUrl),
    TRUST_PROXY: z.optional(proxies),
    LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    CONSENT_DAYS: number(7, { min: 1 }),
    UNDO_SECONDS: number(60),
    SHED_AFTER_MS: number(2000),
    SLOW_STATEMENT_MS: number(250),
    METRICS_TOKEN: z.optional(
      z.string().check(z.minLength(24, 'must have at least 24 characters')),
    ),
    TUTOR_BASE_URL: z.optional(webUrl),
    TUTOR_API_KEY: z.optional(z.string()),
    TUTOR_MODEL: z.optional(z.string()),
    TUTOR_PATIENCE_SECONDS: number(20, { min: 0.1, whole: false }),
    TUTOR_MESSAGES_PER_MINUTE: number(20, { min: 1 }),
    FILE_QUOTA_MB: number(2048, { min: 1 }),
    BACKUP_RECIPIENT: z.optional(
      z
        .string()
        .check(
          z.refine(isAgeRecipient, 'must be a public key of age (age1…); this one is mistyped'),
        ),
    ),
    S3_ENDPOINT: z.optional(webUrl),
    S3_BUCKET: z.optional(z.string()),
    S3_REGION: z._default(z.string(), 'us-east-1'),
    S3_ACCESS_KEY_ID: z.optional(z.string()),
    S3_SECRET_ACCESS_KEY: z.optional(z.string()),
    OIDC_ISSUER: z.optional(
      webUrl.check(
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
    ONEROSTER_URL: z.optional(serviceUrl),
    ONEROSTER_TOKEN_URL: z.optional(serviceUrl),
    ONEROSTER_CLIENT_ID: z.optional(z.string()),
    ONEROSTER_CLIENT_SECRET: z.optional(z.string()),
    STRIPE_SECRET_KEY: z.optional(z.string()),
    STRIPE_WEBHOOK_SECRET: z.optional(z.string()),
    STRIPE_PRICE_EXPLORER: z.optional(z.string()),
    STRIPE_PRICE_CREATOR: z.optional(z.string()),
    STRIPE_API_BASE: z.optional(webUrl),
  })
  .check(
    z.refine((env) => !env.DATABASE_REPLICA_URL || env.DATABASE_URL, {
      path: ['DATABASE_REPLICA_URL'],
      error: 'needs DATABASE_URL beside it: the embedded database has no replica',
    }),
    z.refine((env) => !env.TUTOR_BASE_URL || env.TUTOR_MODEL, {
      path: ['TUTOR_BASE_URL'],
      error: 'needs TUTOR_MODEL beside it',
    }),
    z.refine((env) => Boolean(env.S3_ACCESS_KEY_ID) === Boolean(env.S3_SECRET_ACCESS_KEY), {
      path: ['S3_ACCESS_KEY_ID'],
      error: 'and S3_SECRET_ACCESS_KEY are needed together',
    }),
    z.refine((env) => !env.S3_ACCESS_KEY_ID || env.S3_BUCKET, {
      path: ['S3_ACCESS_KEY_ID'],
      error: 'needs S3_BUCKET beside it',
    }),
    // Amazon's own machines have a role instead of keys; other servers do not.
    z.refine((env) => !env.S3_ENDPOINT || (env.S3_BUCKET && env.S3_ACCESS_KEY_ID), {
      path: ['S3_ENDPOINT'],
      error: 'needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it',
    }),
    z.refine((env) => !env.OIDC_ISSUER || (env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET), {
      path: ['OIDC_ISSUER'],
      error: 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET beside it',
    }),
    z.refine(
      (env) =>
        new Set(
          [
            env.ONEROSTER_URL,
            env.ONEROSTER_TOKEN_URL,
            env.ONEROSTER_CLIENT_ID,
            env.ONEROSTER_CLIENT_SECRET,
          ].map(Boolean),
        ).size === 1,
      {
        path: ['ONEROSTER_URL'],
        error:
          'needs ONEROSTER_TOKEN_URL, ONEROSTER_CLIENT_ID and ONEROSTER_CLIENT_SECRET, and each of them the others',
      },
    ),
    z.refine((env) => !env.STRIPE_SECRET_KEY || env.STRIPE_WEBHOOK_SECRET, {
      path: ['STRIPE_SECRET_KEY'],
      error: 'needs STRIPE_WEBHOOK_SECRET beside it: without it, payments are not noticed',
    }),
    z.refine((env) => !GOOGLE.test(env.OIDC_ISSUER ?? '') || env.OIDC_HOSTED_DOMAIN, {
      path: ['OIDC_HOSTED_DOMAIN'],
      error: 'must be the domain of your school: otherwise Google signs in anyone',
    }),
  )

export type Config = z.output<typeof Environment> & {
  /** Public URL of the site, without a trailing slash; emailed links start with it. */
  publicUrl: string
  /** True if only this machine can reach the site. Only then are the sample and the public mailbox available. */
  isLocal: boolean
}

/** Reads the whole configuration, and throws CannotStart with all problems. Empty variables count as absent, except APP_SECRET. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  // An empty APP_SECRET is a secret that nobody filled in: each node would make its own.
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || name === 'APP_SECRET'),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join('.')}: ${issue.message}`,
    )
    throw new CannotStart(`The configuration cannot be used:\n${problems.join('\n')}`)
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

/** True if a host in a URL always means the local machine (RFC 6761 reserves `localhost` for that). */
export const isLoopbackName = (host: string): boolean =>
  /^(.+\.)?localhost$/i.test(host) || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** A wildcard address has no name; people on this machine use localhost. */
const nameOf = (host: string) => (['0.0.0.0', '::'].includes(host) ? 'localhost' : hostInUrl(host))
