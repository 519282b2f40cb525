import { expect, test } from 'vitest'

import { readConfig } from './index.ts'

const REACHABLE = { NODE_ENV: 'production', PUBLIC_URL: 'https://school.example' }

test.each<[string, Record<string, string>]>([
  ['without any setting', {}],
  ['on the other loopback', { HOST: '::1' }],
  ['by name', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080/' }],
  ['behind a development server', { PUBLIC_URL: 'http://127.0.0.1:5173' }],
  ['under a name of its own', { PUBLIC_URL: 'http://lodestar.localhost' }],
])('%s the site is for this machine alone', (_, env) => {
  expect(readConfig(env).isLocal).toBe(true)
})

test.each<[string, Record<string, string>]>([
  ['in production', { NODE_ENV: 'production' }],
  ['on every interface', { HOST: '0.0.0.0' }],
  ['on every interface, IPv6', { HOST: '::' }],
  ['on an address of the network', { HOST: '192.168.1.5' }],
  ['with a public name', { PUBLIC_URL: 'https://school.example' }],
  ['with a name that only begins like a local one', { PUBLIC_URL: 'http://localhost.example' }],
  ['with an address that only begins like a local one', { PUBLIC_URL: 'http://127.0.0.1.example' }],
  ['behind a proxy', { TRUST_PROXY: 'loopback' }],
  ['as a school runs it', REACHABLE],
])('%s others can reach the site', (_, env) => {
  expect(readConfig(env).isLocal).toBe(false)
})

test('proxies are listed by address, range or name, with or without spaces', () => {
  const list = ' 127.0.0.1 , 10.0.0.0/8,uniquelocal, ::1'
  expect(readConfig({ TRUST_PROXY: list }).TRUST_PROXY).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'uniquelocal',
    '::1',
  ])
})

test.each(['a, b', 'true', '1', '10.0.0.0/99', '127.0.0.1;10.0.0.1', ','])(
  'TRUST_PROXY=%s is refused with a sentence, among everything else that is wrong',
  (list) => {
    expect(() => readConfig({ TRUST_PROXY: list, PORT: '-1' })).toThrow(
      /The configuration cannot be used:\n(.*\n)*  TRUST_PROXY: must list the addresses of your proxies/,
    )
  },
)

const AGE_KEY = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

test.each<[string, string, RegExp]>([
  ['PORT', 'http', /must be a whole number from 0 to 65535/],
  ['PORT', '70000', /must be a whole number from 0 to 65535/],
  ['PORT', '0x50', /must be a whole number from 0 to 65535/],
  ['NODE_ENV', 'prod', /must be one of: development, production, test/],
  ['LOG_LEVEL', 'verbose', /must be one of: debug, info, warn, error, silent/],
  ['SAMPLE_DATA', 'no', /must be one of: on, off/],
  ['PUBLIC_URL', 'ftp://learn.school.example', /must be an address such as https:/],
  ['PUBLIC_URL', 'https://school.example/learn', /must be an origin without a path/],
  ['PUBLIC_URL', 'learn.school.example', /must be an address such as https:/],
  ['WEB_ORIGIN', 'https://app.school.example/x', /must be an origin without a path/],
  ['DATABASE_URL', 'mysql://lodestar@localhost/lodestar', /such as postgres:\/\//],
  ['DATABASE_POOL', '3.7', /must be a whole number from 1 to 1000/],
  ['SMTP_URL', 'mail.school.example:587', /such as smtps:\/\//],
  ['SMTP_URL', 'https://mail.school.example', /such as smtps:\/\//],
  ['MAIL_FROM', 'garbage', /must be a sender such as Lodestar </],
  ['SUPPORT_EMAIL', 'help', /must be an email address/],
  ['CONSENT_DAYS', '0', /must be a whole number of at least 1/],
  ['UNDO_SECONDS', '-1', /must be a whole number of at least 0/],
  ['FILE_QUOTA_MB', '2GB', /must be a whole number of at least 1/],
  ['TUTOR_PATIENCE_SECONDS', '0', /must be a number of at least 0.1/],
  ['TUTOR_BASE_URL', 'http://127.0.0.1:11434/v1', /needs TUTOR_MODEL beside it/],
  ['S3_ENDPOINT', 'https://s3.example.org', /needs S3_BUCKET, S3_ACCESS_KEY_ID/],
  ['S3_ACCESS_KEY_ID', 'AKIA', /and S3_SECRET_ACCESS_KEY are needed together/],
  ['METRICS_TOKEN', 'short', /must have at least 24 characters/],
  ['APP_SECRET', '', /must have at least 32 characters/],
  ['BACKUP_RECIPIENT', `${AGE_KEY.slice(0, -1)}q`, /must be a public key of age \(age1…\)/],
])('%s=%s is refused with what is allowed', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`  ${name}: `))
})

test.each<[string, string]>([
  ['PUBLIC_URL', 'https://learn.school.example/'],
  ['DATABASE_URL', 'postgres://lodestar@localhost/lodestar?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgresql://lodestar:a%20b@db.school.example:5433/lodestar?sslmode=require'],
  ['SMTP_URL', 'smtp://user:pass@mail.school.example:587?tls=off'],
  ['MAIL_FROM', 'Lodestar <no-reply@localhost>'],
  ['MAIL_FROM', 'no-reply@school.example'],
  ['MAIL_FROM', '"Hill School, Learning" <no-reply@school.example>'],
  ['TUTOR_PATIENCE_SECONDS', '0.5'],
  ['S3_BUCKET', 'lodestar'],
  ['BACKUP_RECIPIENT', AGE_KEY],
])('%s=%s is accepted', (name, value) => {
  expect(() => readConfig({ [name]: value })).not.toThrow()
})
