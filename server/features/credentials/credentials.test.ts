import { createHash, createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { revokeCredentials, rotateKeys } from '#features/credentials'
import { badgeContent, parts, recordContent, startIssuer } from '#testing/credential-builder'
import type { Issuer } from '#testing/credential-builder'
import { giveConsent, withdrawConsent } from '#testing/family-builder'
import { startApp } from '#testing/start-app'
import type { Person, TestApp } from '#testing/start-app'

let app: TestApp
let issuer: Issuer
let ada: Person
beforeAll(async () => {
  app = await startApp()
  issuer = await startIssuer(app)
  ada = await app.person()
})
afterAll(async () => {
  await issuer.http.close()
  await app.stop()
})

const SITE = 'http://lodestar.test'
const now = () => app.parts.clock()
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a badge of a child', () => {
  test('is known to strangers for as long as a guardian allows publishing, by whatever way they ask', async () => {
    const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
    const { code } = await issuer.award(child)
    const unknown = 'Z'.repeat(16)
    const ways = ['', '/credential.json', '/badge.svg', '/badge.png']
    const urls = (of: string) => [
      ...ways.map((way) => `/api/credentials/${of}${way}`),
      `/api/verify/${of}`,
    ]
    const ask = async (of: string) => {
      const answers = await Promise.all(urls(of).map((url) => issuer.http.inject(url)))
      const submitted = await issuer.verify(`${SITE}/verify/${of}`)
      return [...answers.map(({ statusCode, body }) => [statusCode, body]), submitted.message]
    }
    expect(await ask(code)).toEqual(await ask(unknown))

    const guardian = { email: 'guardian@example.org' }
    await giveConsent(app, child, guardian, ['use', 'publishing'])
    for (const url of urls(code)) {
      const { statusCode, headers } = await issuer.http.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      // Nobody on the way may keep a copy that outlives the permission.
      expect(headers['cache-control']).toMatch(/no-cache|no-store/)
    }
    const token = await issuer.token(code)
    expect((await issuer.verify(token)).verdict).toBe('valid')

    await withdrawConsent(app, child, guardian, ['publishing'])
    expect(await ask(code)).toEqual(await ask(unknown))
    expect((await issuer.verify(token)).verdict).toBe('unknown')
  })
})

describe('a badge', () => {
  test('is signed as Open Badges 3.0 §8.2 says, by a key that its kid leads to', async () => {
    const { code } = await issuer.award(ada)
    const { header, payload } = parts(await issuer.token(code))
    expect(Object.keys(header).toSorted()).toEqual(['alg', 'kid', 'typ'])
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'JWT' })
    expect(payload).toMatchObject({
      id: `${SITE}/api/credentials/${code}`,
      jti: payload.id,
      iss: `${SITE}/.well-known/issuer.json`,
      issuer: { id: payload.iss, type: ['Profile'], name: 'Lodestar' },
      nbf: Date.parse(String(payload.validFrom)) / 1000,
      credentialSubject: { id: payload.sub, achievement: { achievementType: 'Badge' } },
    })
    expect(payload).not.toHaveProperty('vc')
    expect(payload).not.toHaveProperty('exp')

    const kid = String(header.kid)
    expect(kid.startsWith(SITE)).toBe(true)
    const key = (await issuer.http.inject(kid.replace(SITE, ''))).json()
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', kid })
    expect(key).not.toHaveProperty('d')
    const set = (await issuer.http.inject('/.well-known/jwks.json')).json()
    expect(set.keys).toContainEqual(key)
    const profile = (await issuer.http.inject('/.well-known/issuer.json')).json()
    expect(profile).toMatchObject({
      id: payload.iss,
      type: ['Profile'],
      name: 'Lodestar',
      url: SITE,
    })
  })

  test('tells the name that it was given for and an address that can be checked, not read', async () => {
    const { code } = await issuer.award(ada)
    const token = await issuer.token(code)
    const text = JSON.stringify(parts(token))
    expect(text).not.toMatch(new RegExp(`Lovelace|${ada.email}|${ada.id}|2000-01-01`))
    const { identifier } = parts(token).payload.credentialSubject as {
      identifier: Record<string, string>[]
    }
    const [name, email] = identifier
    expect(name).toMatchObject({ identityType: 'name', identityHash: 'Ada L.' })
    const hash = createHash('sha256').update(`${ada.email}${email!.salt}`).digest('hex')
    expect(email).toMatchObject({ identityType: 'emailAddress', hashed: true })
    expect(email!.identityHash).toBe(`sha256$${hash}`)
    const other = parts(await issuer.token((await issuer.award(ada)).code))
    expect(JSON.stringify(other)).not.toContain(email!.salt)
  })

  test('of a minor has no address to guess at', async () => {
    const youth = await app.person({ dateOfBirth: app.birthdayAt(15) })
    const { code } = await issuer.award(youth)
    const { payload } = parts(await issuer.token(code))
    expect(payload.credentialSubject).toMatchObject({
      identifier: [{ type: 'IdentityObject', identityType: 'name' }],
    })
    expect(JSON.stringify(payload)).not.toMatch(/emailAddress|sha256|salt/)
    expect((await issuer.byCode(code)).verdict).toBe('valid')
  })

  test('never changes once it is signed, however many ask first', async () => {
    const { code } = await issuer.award(ada)
    const tokens = await Promise.all(Array.from({ length: 8 }, () => issuer.token(code)))
    expect(new Set(tokens).size).toBe(1)
    await app.db
      .updateTable('users')
      .set({ first_name: 'Grace' })
      .where('id', '=', ada.id)
      .execute()
    expect(await issuer.token(code)).toBe(tokens[0])
  })

  test('comes as a token, as its media type, or as JSON, whichever is asked for', async () => {
    const { code } = await issuer.award(ada)
    const ask = (accept?: string) =>
      issuer.http.inject({
        url: `/api/credentials/${code.toLowerCase()}`,
        headers: accept ? { accept } : {},
      })
    const plain = await ask()
    expect(plain.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept',
    })
    const typed = await ask('application/vc+jwt')
    expect(typed.headers['content-type']).toBe('application/vc+jwt')
    expect(typed.body).toBe(plain.body)
    const { payload } = parts(plain.body)
    const json = (await ask('application/json')).json()
    expect(payload).toMatchObject(json)
    expect(json).not.toHaveProperty('iss')
    expect((await issuer.http.inject(`/api/credentials/${code}/credential.json`)).json()).toEqual(
      json,
    )
  })

  test('travels inside its picture', async () => {
    const { code } = await issuer.award(ada)
    const token = await issuer.token(code)
    const svg = await issuer.http.inject(`/api/credentials/${code}/badge.svg`)
    expect(svg.headers['content-type']).toContain('image/svg+xml')
    expect(svg.headers['content-security-policy']).toContain("default-src 'none'")
    expect(svg.body).toContain(`<openbadges:credential verify="${token}"></openbadges:credential>`)
    expect(svg.body).toMatch(/^<svg xmlns:openbadges="https:\/\/purl\.imsglobal\.org\/ob\/v3p0" /)
    expect(await issuer.verify(Buffer.from(svg.body))).toMatchObject({ verdict: 'valid' })

    const png = await issuer.http.inject(`/api/credentials/${code}/badge.png`)
    expect(await sharp(png.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512 })
    // As PNG readers that are not ours see it: sharp keeps text chunks as comments.
    const { comments } = await sharp(png.rawPayload).metadata()
    expect(comments).toEqual([{ keyword: 'openbadgecredential', text: token }])
    expect(await issuer.verify(png.rawPayload)).toMatchObject({
      verdict: 'valid',
      details: { code },
    })
  })

  test('of nobody, and what no feature knows, is not there', async () => {
    for (const url of ['', '/credential.json', '/badge.png', '/badge.svg']) {
      const { statusCode } = await issuer.http.inject(`/api/credentials/0000000000000000${url}`)
      expect(statusCode).toBe(404)
    }
    expect((await issuer.byCode('0000000000000000')).status).toBe(404)
    const record = await issuer.record(ada, recordContent())
    const picture = await issuer.http.inject(`/api/credentials/${record.code}/badge.png`)
    expect(picture.statusCode).toBe(404)
  })
})

describe('a whole record', () => {
  test('holds the badges as they were signed, and what it lists with credits and results', async () => {
    const badge = await issuer.award(ada)
    const foreign = await issuer.award(await app.person())
    const revoked = await issuer.award(ada)
    await revokeCredentials(app.db, [revoked.id], 'Awarded by mistake.', now())
    const content = recordContent([badge.id, foreign.id, revoked.id])
    const { code } = await issuer.record(ada, content)
    const { payload } = parts(await issuer.token(code))
    expect(payload.type).toEqual(['VerifiableCredential', 'ClrCredential'])
    const { verifiableCredential: held, id } = payload.credentialSubject as {
      id: string
      verifiableCredential: Record<string, unknown>[]
    }
    expect(held).toHaveLength(3)
    const [mathematics, proof, embedded] = held
    const { result, achievement } = mathematics!.credentialSubject as {
      result: { resultDescription: string; value: string }[]
      achievement: { resultDescription: { id: string; resultType: string }[] }
    }
    expect(mathematics).toMatchObject({ credentialSubject: { id, creditsEarned: 1.5 } })
    expect(result[0]).toMatchObject({ value: 'A' })
    expect(achievement.resultDescription[0]).toMatchObject({
      id: result[0]!.resultDescription,
      resultType: 'LetterGrade',
    })
    expect(proof!.credentialSubject).not.toHaveProperty('result')
    const own = (await issuer.http.inject(`/api/credentials/${badge.code}/credential.json`)).json()
    expect(embedded).toEqual(own)
    expect(own.credentialSubject.id).toBe(id)

    expect((await issuer.byCode(code)).details).toMatchObject({
      kind: 'transcript',
      holder_name: 'Ada Lovelace',
      achievements: [
        { name: 'Mathematics', kind: 'achievement', credits: 1.5, result: 'A' },
        { name: 'Explains a proof', kind: 'achievement', credits: null, result: null },
        { name: 'Maker of dice', kind: 'badge' },
      ],
    })
  })
})

describe('one’s own list', () => {
  test('has everything with its links, the newest first, page by page, and nobody else’s', async () => {
    const someone = await app.person()
    const own = startIssuerCalls(someone)
    expect(await own.list()).toEqual({ items: [], next_cursor: null })
    const badges = []
    for (let count = 0; count < 3; count += 1) {
      app.moveClock(1000)
      badges.push(await issuer.award(someone))
    }
    const record = await issuer.record(someone, recordContent())
    const first = await own.list('?limit=2')
    const second = await own.list(`?limit=2&cursor=${first.next_cursor}`)
    expect(second.next_cursor).toBeNull()
    const items = [...first.items, ...second.items]
    expect(items.map(({ code }) => code).toSorted()).toEqual(
      [...badges, record].map(({ code }) => code).toSorted(),
    )
    expect(items[0]!.issued_at >= items[3]!.issued_at).toBe(true)
    expect(items.find(({ code }) => code === record.code)).toMatchObject({
      kind: 'transcript',
      title: 'Official transcript',
      links: { verify: `${SITE}/verify/${record.code}`, png: null, svg: null },
    })
    expect((await own.raw('?cursor=nonsense')).statusCode).toBe(400)
    expect(await startIssuerCalls(await app.person()).list()).toMatchObject({ items: [] })
  })
})

const startIssuerCalls = ({ headers }: Person) => {
  const raw = (query = '') => issuer.http.inject({ url: `/api/credentials${query}`, headers })
  type List = { items: { code: string; issued_at: string }[]; next_cursor: string | null }
  return { raw, list: async (query?: string) => (await raw(query)).json<List>() }
}

describe('each answer of the verifier', () => {
  const verdictOf = async (given: string | Buffer) => (await issuer.verify(given)).verdict

  test('genuine, however it is brought: code, token, address, JSON, envelope, file', async () => {
    const { code } = await issuer.award(ada)
    const token = await issuer.token(code)
    const json = (await issuer.http.inject(`/api/credentials/${code}/credential.json`)).body
    const envelope = JSON.stringify({
      '@context': 'https://www.w3.org/ns/credentials/v2',
      id: `data:application/vc+jwt,${token}`,
      type: 'EnvelopedVerifiableCredential',
    })
    const grouped = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase()
    const texts = [code, grouped, token, ` ${token}\n`, json, envelope]
    const links = [`${SITE}/verify/${code}`, `${SITE}/api/credentials/${code}/badge.png`]
    for (const given of [...texts, ...links, Buffer.from(token), Buffer.from(`\uFEFF${json}`)]) {
      const answer = await issuer.verify(given)
      expect(answer).toMatchObject({ verdict: 'valid', details: { code, kind: 'badge' } })
      expect(answer.checks.every(({ passed }) => passed)).toBe(true)
      expect(answer.checks).toHaveLength(5)
    }
    const { details } = await issuer.byCode(code)
    expect(details).toMatchObject({
      title: 'Maker of dice',
      holder_name: 'Ada L.',
      criteria: 'Complete **two** quests about chance.',
      issuer: { name: 'Lodestar', url: SITE },
      expires_at: null,
      revoked_at: null,
    })
  })

  test('altered: any character of it changed, no signature, another algorithm, another’s key', async () => {
    const { code } = await issuer.award(ada)
    const token = await issuer.token(code)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const forged = encoded({ ...parts(token).payload, name: 'Doctor of everything' })
    const none = encoded({ ...parts(token).header, alg: 'none' })
    const hmac = encoded({ ...parts(token).header, alg: 'HS256' })
    const jwk = (await issuer.http.inject('/.well-known/jwks.json')).json().keys[0]
    const mac = createHmac('sha256', Buffer.from(jwk.x, 'base64url'))
      .update(`${hmac}.${payload}`)
      .digest('base64url')
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
    const sign = (protectedHeader: object) =>
      new SignJWT(parts(token).payload)
        .setProtectedHeader({ alg: 'EdDSA', ...protectedHeader })
        .sign(privateKey)
    const impostors = [
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${header}.${payload}.`,
      `${hmac}.${payload}.${mac}`,
      await sign({ kid: parts(token).header.kid }),
      await sign({ kid: parts(token).header.kid, jwk: await exportJWK(publicKey) }),
      await sign({ jwk: await exportJWK(publicKey) }),
      await sign({ kid: 'https://evil.example/.well-known/keys/x' }),
      await sign({ kid: `${SITE}/.well-known/keys/${'A'.repeat(43)}` }),
      await sign({ kid: '../../../../etc/passwd' }),
      await sign({ jku: 'http://127.0.0.1:1/keys' }),
    ]
    for (const impostor of impostors) {
      const answer = await issuer.verify(impostor)
      expect(answer).toMatchObject({ verdict: 'altered', details: null })
      expect(answer.checks.at(-1)).toMatchObject({ name: 'signature', passed: false })
    }
    const json = (await issuer.http.inject(`/api/credentials/${code}/credential.json`)).json()
    expect(await verdictOf(JSON.stringify({ ...json, name: 'Doctor' }))).toBe('altered')
    expect(await verdictOf(JSON.stringify({ ...json, extra: true }))).toBe('altered')
    const elsewhere = { ...json, id: `${SITE}/api/credentials/0000000000000000` }
    expect(await verdictOf(JSON.stringify(elsewhere))).toBe('altered')
  })

  test('no character of a token can be another', async () => {
    const { code } = await issuer.award(ada)
    const token = await issuer.token(code)
    for (let at = 0; at < token.length; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A'
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`
      // The last character of a part carries bits that mean nothing; everything else must count.
      if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) continue
      expect(await verdictOf(changed), `character ${at}`).not.toBe('valid')
    }
  })

  test('expired, from the moment on that it names', async () => {
    const expiresAt = new Date(now().getTime() + 3_600_000)
    const { code } = await issuer.award(ada, { expiresAt })
    const token = await issuer.token(code)
    expect(parts(token).payload.exp).toBe(Math.floor(expiresAt.getTime() / 1000))
    expect(await verdictOf(token)).toBe('valid')
    app.moveClock(3_600_000)
    expect(await issuer.verify(token)).toMatchObject({
      verdict: 'expired',
      details: { code, expires_at: expect.any(String) },
    })
  })

  test('revoked, with the reason; after the account is gone still revoked', async () => {
    const person = await app.person()
    const { id, code } = await issuer.award(person)
    const token = await issuer.token(code)
    await revokeCredentials(app.db, [id], 'The evidence was not their own.', now())
    const expected = {
      verdict: 'revoked',
      details: { revoked_because: 'The evidence was not their own.', title: 'Maker of dice' },
    }
    expect(await issuer.verify(token)).toMatchObject(expected)
    expect(await issuer.byCode(code)).toMatchObject({ status: 200, ...expected })
    await app.db.deleteFrom('users').where('id', '=', person.id).execute()
    expect(await issuer.verify(token)).toMatchObject({
      verdict: 'revoked',
      details: { revoked_because: null },
    })
    expect(await verdictOf(code)).toBe('unknown')
  })

  test('foreign: well signed by somebody else', async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
    const { code } = await issuer.award(ada)
    const { payload } = parts(await issuer.token(code))
    const others = { ...payload, iss: 'https://other.example', issuer: 'https://other.example' }
    const token = await new SignJWT(others)
      .setProtectedHeader({ alg: 'EdDSA', jwk: await exportJWK(publicKey) })
      .sign(privateKey)
    expect(await issuer.verify(token)).toMatchObject({ verdict: 'foreign', details: null })
    const document = { ...others, proof: { type: 'DataIntegrityProof' } }
    expect(await verdictOf(JSON.stringify(document))).toBe('foreign')
  })

  test('unknown: a code that we have not given', async () => {
    expect(await verdictOf('0000-0000-0000-0000')).toBe('unknown')
  })

  const deep = (open: string, close: string) => `${open.repeat(5000)}${close.repeat(5000)}`
  const twice = '{"id":"a","id":"b","credentialSubject":{}}'
  test.each([
    ['words', 'Is this genuine?'],
    ['another site’s address', 'https://evil.example/api/credentials/0000000000000000'],
    ['an address inside', 'http://127.0.0.1:5432/verify/0000000000000000'],
    ['a file address', 'file:///etc/passwd'],
    ['broken JSON', '{"id":'],
    ['JSON that is no credential', '{"a":1}'],
    ['names that come twice', twice],
    [
      'names that come twice in a token',
      `${encoded({})}.${Buffer.from(twice).toString('base64url')}.x`,
    ],
    ['a deep array', deep('[', ']')],
    ['deep JSON', deep('{"a":', '1}')],
    ['deep JSON in a token', `${encoded({ alg: 'EdDSA' })}.${encoded({ a: deep('[', ']') })}.x`],
    ['dots', '..'],
    ['a token of numbers', '1.2.3'],
    ['a token without an issuer', `${encoded({ alg: 'none' })}.${encoded({ sub: 'x' })}.`],
    ['a null', 'null'],
    ['a prototype', '{"__proto__":{"id":"x"},"credentialSubject":{}}'],
  ])('malformed: %s', async (_, given) => {
    const answer = await issuer.verify(given)
    expect(answer).toMatchObject({ verdict: 'malformed', details: null })
    expect(answer.message).toMatch(/\.$/)
    expect(await verdictOf(Buffer.from(given))).toBe('malformed')
  })

  test('malformed: pictures without a credential, with a packed one, or broken ones', async () => {
    const { code } = await issuer.award(ada)
    const png = (await issuer.http.inject(`/api/credentials/${code}/badge.png`)).rawPayload
    const plain = await sharp({
      create: { width: 9, height: 9, channels: 3, background: '#123' },
    })
      .png()
      .toBuffer()
    const packed = Buffer.concat([
      plain.subarray(0, 33),
      chunkOf(
        Buffer.concat([
          Buffer.from('openbadgecredential\0\x01\0\0\0'),
          gzipSync(Buffer.alloc(50_000_000)),
        ]),
      ),
      plain.subarray(33),
    ])
    const endless = Buffer.from(png)
    endless.writeUInt32BE(0xffffffff, 33)
    const svgs = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<svg><openbadges:credential verify="x"/></svg>',
      '<svg><openbadges:credential',
      '<openbadges:credential'.repeat(40_000),
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>',
      `<svg><openbadges:credential verify="${code}"></openbadges:credential></svg>`,
    ].map((svg) => Buffer.from(svg))
    const files = [plain, packed, endless, png.subarray(0, 60), Buffer.alloc(1000), ...svgs]
    for (const file of files) expect(await verdictOf(file)).toBe('malformed')
  })

  test('too large: more than a megabyte, pasted or as a file', async () => {
    expect(await verdictOf(Buffer.alloc(1024 * 1024 + 1, 'a'))).toBe('too_large')
    // As many bytes as a request may have, of characters that take three each.
    expect(await verdictOf(Buffer.alloc(1024 * 1024, 'a'))).toBe('malformed')
    const pasted = await issuer.http.inject({
      method: 'POST',
      url: '/api/verify',
      payload: { credential: 'a'.repeat(1024 * 1024) },
    })
    expect([pasted.statusCode, pasted.json().error.code]).toEqual([413, 'too_large'])
  })

  test('malformed: our own status list, which is about nobody', async () => {
    expect(await verdictOf(await issuer.statusList())).toBe('malformed')
  })

  test('a request with neither a file nor a credential is refused', async () => {
    const empty = new Response(new FormData())
    const requests = [
      { headers: { 'content-type': 'application/json' }, payload: '{}' },
      {
        headers: { 'content-type': empty.headers.get('content-type')! },
        payload: await empty.text(),
      },
      { headers: { 'content-type': 'text/plain' }, payload: 'x' },
    ]
    for (const request of requests) {
      const { statusCode } = await issuer.http.inject({
        method: 'POST',
        url: '/api/verify',
        ...request,
      })
      expect([400, 415]).toContain(statusCode)
    }
  })

  test('asking without end is refused, by address', async () => {
    const ask = () =>
      issuer.http.inject({ url: '/api/verify/0000000000000000', remoteAddress: '10.9.9.9' })
    let last = await ask()
    for (let count = 0; count < 130 && last.statusCode !== 429; count += 1) last = await ask()
    expect(last.statusCode).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})

const chunkOf = (data: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from('iTXt'), data, Buffer.alloc(4)])
}

describe('the keys', () => {
  test('are published encrypted nowhere: the private half is sealed with the site’s secret', async () => {
    const { private_jwk } = await app.db
      .selectFrom('issuer_keys')
      .select('private_jwk')
      .executeTakeFirstOrThrow()
    expect(private_jwk.split('.')).toHaveLength(5)
    const published = await Promise.all(
      ['jwks.json', 'did.json', 'issuer.json'].map((file) =>
        issuer.http.inject(`/.well-known/${file}`),
      ),
    )
    for (const { body } of published) expect(body).not.toMatch(/"d":/)
    expect((await issuer.http.inject('/.well-known/keys/unknown')).statusCode).toBe(404)
  })

  test('two nodes that need the first one at the same moment make one', async () => {
    const first = await startApp({ poolSize: 4 })
    const second = await startApp({ beside: first })
    const issuers = [await startIssuer(first), await startIssuer(second)]
    await Promise.all(
      issuers.flatMap(({ http }) => [1, 2, 3].map(() => http.inject('/.well-known/jwks.json'))),
    )
    const sets = await Promise.all(
      issuers.map(async ({ http }) => (await http.inject('/.well-known/jwks.json')).json()),
    )
    expect(sets[0].keys).toHaveLength(1)
    expect(sets[1]).toEqual(sets[0])
    for (const { http } of issuers) await http.close()
    await second.stop()
    await first.stop()
  })

  test('after a rotation the old one verifies what it signed and signs nothing more', async () => {
    const before = await issuer.award(ada)
    const token = await issuer.token(before.code)
    const fresh = await rotateKeys(app.db, app.parts.secret, now())
    const after = parts(await issuer.token((await issuer.award(ada)).code))
    expect(after.header.kid).toBe(`${SITE}/.well-known/keys/${fresh}`)
    expect(await issuer.token(before.code)).toBe(token)
    expect(await issuer.verify(token)).toMatchObject({ verdict: 'valid' })
    const old = String(parts(token).header.kid).replace(SITE, '')
    expect((await issuer.http.inject(old)).statusCode).toBe(200)
    const { keys } = (await issuer.http.inject('/.well-known/jwks.json')).json()
    expect(keys.length).toBeGreaterThan(1)
    expect(await issuer.verify(await issuer.statusList())).toMatchObject({
      message: expect.stringContaining('signed by us'),
    })
  })

  test('another site’s credentials are foreign, though both run this program', async () => {
    const there = await startApp({ env: { PUBLIC_URL: 'https://elsewhere.test' } })
    const elsewhere = await startIssuer(there)
    const { code } = await elsewhere.award(await there.person(), { content: badgeContent() })
    const token = await elsewhere.token(code)
    expect(await elsewhere.verify(token)).toMatchObject({ verdict: 'valid' })
    expect(await issuer.verify(token)).toMatchObject({ verdict: 'foreign' })
    await elsewhere.http.close()
    await there.stop()
  })
})

describe('the status list', () => {
  test('is kept by whoever asked until something changes', async () => {
    const { id } = await issuer.award(ada)
    const url = '/api/status-lists/0'
    const first = await issuer.http.inject(url)
    const again = () =>
      issuer.http.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } })
    expect((await again()).statusCode).toBe(304)
    await revokeCredentials(app.db, [id], 'A mistake.', now())
    const changed = await again()
    expect(changed.statusCode).toBe(200)
    expect(changed.body).not.toBe(first.body)
  })

  test('a second begins after 131,072 credentials; others are not there', async () => {
    expect((await issuer.http.inject('/api/status-lists/1')).statusCode).toBe(404)
    await app.db
      .insertInto('revocations')
      .values({ status_index: 131_073, revoked_at: now().toISOString() })
      .execute()
    expect(parts(await issuer.statusList(1)).payload.id).toBe(`${SITE}/api/status-lists/1`)
    expect((await issuer.http.inject('/api/status-lists/2')).statusCode).toBe(404)
    expect((await issuer.http.inject('/api/status-lists/x')).statusCode).toBe(400)
  })
})
