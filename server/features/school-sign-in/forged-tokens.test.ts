import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { schoolSignIn } from '#contract/school-sign-in'
import { startApp, type TestApp } from '#testing/start-app'

// A provider that answers with tokens which a real one would never issue.

const CLIENT = 'lodestar'
const [ours, foreign] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
const jwk = { ...ours!.publicKey.export({ format: 'jwk' }), kid: 'ours', alg: 'RS256', use: 'sig' }

let app: TestApp
let issuer: string
/** Header, claims and key of the next token, where they differ from an honest one. */
let forged: Forged
let nonce: string | null
type Forged = { header?: object; claims?: object; isForeign?: true; signature?: string }

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: CLIENT,
    sub: 'ada',
    nonce,
    iat: now,
    exp: now + 300,
    ...forged.claims,
  }
  const signed = `${part({ alg: 'RS256', kid: 'ours', ...forged.header })}.${part(claims)}`
  const { privateKey } = forged.isForeign ? foreign! : ours!
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
  return `${signed}.${forged.signature ?? signature}`
}

const provider = createServer((request, response) => {
  const replies: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    },
    '/keys': { keys: [jwk] },
    '/token': { access_token: 'x', token_type: 'Bearer', id_token: token() },
  }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(replies[request.url ?? ''] ?? {}))
})

beforeAll(async () => {
  forged = {}
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  app = await startApp({
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: 'a secret' },
  })
  const ada = await app.person()
  await app.db
    .insertInto('school_accounts')
    .values({ issuer, subject: 'ada', user_id: ada.id })
    .execute()
})
afterAll(async () => {
  await app.stop()
  provider.closeAllConnections()
  provider.close()
})

const signIn = async () => {
  const begun = await app.http.inject({
    method: 'POST',
    url: schoolSignIn.beginSchoolSignIn.path,
    payload: {},
  })
  const { searchParams } = new URL(begun.json<{ url: string }>().url)
  nonce = searchParams.get('nonce')
  const { statusCode } = await app.http.inject({
    method: 'POST',
    url: schoolSignIn.finishSchoolSignIn.path,
    cookies: Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value])),
    payload: { query: `?code=x&state=${searchParams.get('state')}` },
  })
  return statusCode
}

test.each<[string, Forged]>([
  ['without a signature', { header: { alg: 'none' }, signature: '' }],
  ['with an altered signature', { signature: 'AAAA' }],
  ['of another key', { isForeign: true }],
  ['of another issuer', { claims: { iss: 'https://evil.example' } }],
  ['for another site', { claims: { aud: 'another' } }],
  ['for this site and another', { claims: { aud: [CLIENT, 'another'], azp: 'another' } }],
  ['for another sign-in', { claims: { nonce: 'another' } }],
  ['that has expired', { claims: { iat: 1, exp: 2 } }],
])('a token %s signs nobody in, and an honest one does', async (_, token) => {
  forged = token
  expect(await signIn()).toBe(401)
  forged = {}
  expect(await signIn()).toBe(200)
})
