import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'

import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { revokeCredentials, rotateKeys } from '#features/credentials'
import { badgeContent, type Issuer, recordContent, startIssuer } from '#testing/credential-builder'
import { recordConsent, withdrawConsent } from '#testing/family-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'

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
    const ways = ['', '/badge.svg', '/badge.png']
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
    await recordConsent(app, child, guardian, ['use', 'publishing'])
    for (const url of urls(code)) {
      const { statusCode, headers } = await issuer.http.inject(url)
      expect([url, statusCode]).toEqual([url, 200])
      // No cache may store a copy that outlives the permission.
      expect(headers['cache-control']).toMatch(/no-cache|no-store/)
    }
    const text = await issuer.text(code)
    expect((await issuer.verify(text)).verdict).toBe('valid')

    await withdrawConsent(app, child, guardian, ['publishing'])
    expect(await ask(code)).toEqual(await ask(unknown))
    expect((await issuer.verify(text)).verdict).toBe('unknown')
  })
})

describe('a badge', () => {
  test('carries its proof, by a key that the issuer’s DID document has', async () => {
    const { code } = await issuer.award(ada)
    const badge = await issuer.document(code)
    expect(badge).toMatchObject({
      id: `${SITE}/api/credentials/${code}`,
      issuer: { id: 'did:web:lodestar.test', type: ['Profile'], name: 'Lodestar', url: SITE },
      credentialSubject: { achievement: { achievementType: 'Badge' } },
      proof: {
        type: 'DataIntegrityProof',
        cryptosuite: 'eddsa-rdfc-2022',
        proofPurpose: 'assertionMethod',
      },
    })
    const did = await issuer.http.inject('/.well-known/did.json')
    expect(did.json()).toMatchObject({
      id: 'did:web:lodestar.test',
      alsoKnownAs: [`${SITE}/.well-known/issuer.json`],
    })
    const method = badge.proof.verificationMethod!
    expect(did.json().assertionMethod).toContain(method)
    // Verifiers also read the key from the end of its name.
    expect(did.json().verificationMethod).toContainEqual({
      id: method,
      type: 'Multikey',
      controller: 'did:web:lodestar.test',
      publicKeyMultibase: method.split('#')[1],
    })
  })

  test('tells the name that it was given for and an address that can be checked, not read', async () => {
    const { code } = await issuer.award(ada)
    const text = await issuer.text(code)
    expect(text).not.toMatch(new RegExp(`Lovelace|${ada.email}|${ada.id}|2000-01-01`))
    const { identifier } = (await issuer.document(code)).credentialSubject as {
      identifier: Record<string, string>[]
    }
    const [name, email] = identifier
    expect(name).toMatchObject({ identityType: 'name', identityHash: 'Ada L.' })
    const hash = createHash('sha256').update(`${ada.email}${email!.salt}`).digest('hex')
    expect(email).toMatchObject({ identityType: 'emailAddress', hashed: true })
    expect(email!.identityHash).toBe(`sha256$${hash}`)
    const other = await issuer.text((await issuer.award(ada)).code)
    expect(other).not.toContain(email!.salt)
  })

  test('of a minor has no address to guess at', async () => {
    const youth = await app.person({ dateOfBirth: app.birthdayAt(15) })
    const { code } = await issuer.award(youth)
    expect((await issuer.document(code)).credentialSubject).toMatchObject({
      identifier: [{ type: 'IdentityObject', identityType: 'name' }],
    })
    expect(await issuer.text(code)).not.toMatch(/emailAddress|sha256|salt/)
    expect((await issuer.byCode(code)).verdict).toBe('valid')
  })

  test('never changes once it is signed, however many ask first', async () => {
    const { code } = await issuer.award(ada)
    const texts = await Promise.all(Array.from({ length: 8 }, () => issuer.text(code)))
    expect(new Set(texts).size).toBe(1)
    await app.db
      .updateTable('users')
      .set({ first_name: 'Grace' })
      .where('id', '=', ada.id)
      .execute()
    expect(await issuer.text(code)).toBe(texts[0])
  })

  test('is the same for everyone who asks, and so is the status list', async () => {
    const { code } = await issuer.award(ada)
    const accepts = [
      undefined,
      'text/html',
      'application/json, text/plain, */*',
      'application/vc+jwt',
    ]
    for (const url of [`/api/credentials/${code.toLowerCase()}`, '/api/status-lists/0']) {
      const answers = await Promise.all(
        accepts.map((accept) => issuer.http.inject({ url, headers: accept ? { accept } : {} })),
      )
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      for (const { headers } of answers) {
        expect(headers).toMatchObject({
          'content-type': expect.stringMatching(/^application\/ld\+json/),
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
      }
    }
  })

  test('travels inside its picture', async () => {
    const content = badgeContent()
    content.achievement.name = 'Ends a section ]]> and <b>more</b> & "so" on'
    const { code } = await issuer.award(ada, { content })
    const badge = await issuer.document(code)
    const svg = await issuer.http.inject(`/api/credentials/${code}/badge.svg`)
    expect(svg.headers['content-type']).toContain('image/svg+xml')
    expect(svg.headers['content-security-policy']).toContain("default-src 'none'")
    expect(svg.body).toMatch(/^<svg xmlns:openbadges="https:\/\/purl\.imsglobal\.org\/ob\/v3p0" /)
    const [, held = ''] = /<openbadges:credential><!\[CDATA\[([^>]*)]]></.exec(svg.body) ?? []
    expect(JSON.parse(held)).toEqual(badge)
    expect(await issuer.verify(Buffer.from(svg.body))).toMatchObject({ verdict: 'valid' })

    const png = await issuer.http.inject(`/api/credentials/${code}/badge.png`)
    // As read by an independent PNG reader: sharp returns text chunks as comments.
    const { comments, ...picture } = await sharp(png.rawPayload).metadata()
    expect(picture).toMatchObject({ format: 'png', width: 512 })
    expect(comments).toEqual([{ keyword: 'openbadgecredential', text: JSON.stringify(badge) }])
    expect(await issuer.verify(png.rawPayload)).toMatchObject({
      verdict: 'valid',
      details: { code },
    })
  })

  test('shows the picture that everyone’s has; its own, with the credential in it, is another', async () => {
    const content = badgeContent()
    const both = [
      await issuer.award(ada, { content }),
      await issuer.award(await app.person(), { content }),
    ]
    const [first, second] = await Promise.all(both.map(({ code }) => issuer.document(code)))
    const achievementOf = (badge: Record<string, unknown>) =>
      (badge.credentialSubject as { achievement: { image: object } }).achievement
    expect(achievementOf(first!)).toEqual(achievementOf(second!))
    const { picture: _, ...achievement } = content.achievement
    const plain = await issuer.award(ada, { content: { ...content, achievement } })
    const { image } = achievementOf(await issuer.document(plain.code))
    expect(image).toEqual({ id: `${SITE}/api/seal.svg`, type: 'Image' })
    expect((await issuer.http.inject('/api/seal.svg')).body).toMatch(/^<svg .*<\/svg>$/)
  })

  test('of nobody, and what no feature knows, is not there', async () => {
    for (const url of ['', '/badge.png', '/badge.svg']) {
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
    const record = await issuer.document(code)
    expect(record.type).toEqual(['VerifiableCredential', 'ClrCredential'])
    const { verifiableCredential: held, id } = record.credentialSubject as {
      id: string
      verifiableCredential: Record<string, unknown>[]
    }
    expect(held).toHaveLength(3)
    const [mathematics, proof, embedded] = held
    const { result, achievement } = mathematics!.credentialSubject as {
      result: { resultDescription: string; value: string }[]
      achievement: { resultDescription: { id: string; name: string; resultType: string }[] }
    }
    expect(mathematics).toMatchObject({ credentialSubject: { id } })
    expect(result.map(({ value }) => value)).toEqual(['1.50', 'A'])
    expect(achievement.resultDescription).toMatchObject([
      { id: result[0]!.resultDescription, name: 'Credits earned' },
      { id: result[1]!.resultDescription, resultType: 'LetterGrade' },
    ])
    // Libraries format fractions differently in the canonical form.
    expect(await issuer.text(code)).not.toMatch(/: -?\d+\.\d/)
    expect(proof!.credentialSubject).not.toHaveProperty('result')
    const own = await issuer.document(badge.code)
    expect(embedded).toEqual(own)
    expect(own.credentialSubject).toMatchObject({ id })

    expect((await issuer.byCode(code)).details).toMatchObject({
      kind: 'transcript',
      holder_name: 'Ada Lovelace',
      achievements: [
        { name: 'Mathematics', kind: 'achievement', credits: 1.5, result: 'A' },
        { name: 'Explains a proof', kind: 'achievement', credits: null, result: null },
        { name: 'Maker of dice', kind: 'badge', revoked: false },
      ],
    })
  })

  test('says which of its badges were revoked since it was issued', async () => {
    const named = (name: string) => {
      const { achievement, ...content } = badgeContent()
      return issuer.award(ada, { content: { ...content, achievement: { ...achievement, name } } })
    }
    const [kept, revoked] = [await named('Kept'), await named('Taken back')]
    const { code } = await issuer.record(ada, recordContent([kept.id, revoked.id]))
    const text = await issuer.text(code)
    await revokeCredentials(app.db, [revoked.id], 'The evidence was not their own.', now())
    for (const answer of [await issuer.byCode(code), await issuer.verify(text)]) {
      expect(answer.verdict).toBe('valid')
      const since = answer.details?.achievements.filter((each) => each.revoked)
      expect(since?.map(({ name }) => name)).toEqual(['Taken back'])
      expect(answer.details?.achievements).toHaveLength(4)
    }
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

  test('genuine, however it is brought: code, address, JSON, file', async () => {
    const { code } = await issuer.award(ada)
    const json = await issuer.text(code)
    const grouped = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase()
    const texts = [code, grouped, json, ` ${JSON.stringify(JSON.parse(json))}\n`]
    const links = [`${SITE}/verify/${code}`, `${SITE}/api/credentials/${code}/badge.png`]
    for (const given of [...texts, ...links, Buffer.from(json), Buffer.from(`\uFEFF${json}`)]) {
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

  test('altered: a word of it changed, added, moved or said twice, another’s key, no proof', async () => {
    const badge = await issuer.award(ada)
    const { code } = await issuer.record(ada, recordContent([badge.id]))
    const record = await issuer.document(code)
    const {
      '@context': contexts,
      credentialSubject,
      proof,
    } = record as unknown as {
      '@context': string[]
      credentialSubject: { verifiableCredential: Record<string, unknown>[] }
      proof: Record<string, string>
    }
    const [first, ...others] = credentialSubject.verifiableCredential
    const holding = (...verifiableCredential: unknown[]) => ({
      credentialSubject: { ...credentialSubject, verifiableCredential },
    })
    const other = await issuer.document((await issuer.award(ada)).code)
    const changes = {
      'another name': { name: 'Doctor of everything' },
      'a word more': { extra: true },
      'another address': { id: `${SITE}/api/credentials/0000000000000000` },
      'no proof': { proof: undefined },
      'the proof of another': { proof: other.proof },
      'two proofs': { proof: [proof, proof] },
      'another’s key': {
        proof: { ...proof, verificationMethod: 'did:web:evil.example#z6Mkabc' },
      },
      'a key that is none of ours': {
        proof: { ...proof, verificationMethod: `${proof.verificationMethod}x` },
      },
      'another way to sign': { proof: { ...proof, cryptosuite: 'eddsa-jcs-2022' } },
      'made later': { proof: { ...proof, created: '2030-01-01T00:00:00Z' } },
      'other contexts': { '@context': contexts.toReversed() },
      'a context of its own': { '@context': [...contexts, { title: 'https://schema.org/name' }] },
      'a context further in': holding(
        { ...first, issuer: { ...Object(first!.issuer), '@context': contexts } },
        ...others,
      ),
      'a member less': holding(...others),
      'a member twice': holding(first, first, ...others),
      'a member of another record': holding(first, ...others, other),
      'a member changed': holding({ ...first, name: 'Physics' }, ...others),
    }
    expect(await verdictOf(JSON.stringify(record))).toBe('valid')
    for (const [what, change] of Object.entries(changes)) {
      const answer = await issuer.verify(JSON.stringify({ ...record, ...change }))
      expect(answer, what).toMatchObject({ verdict: 'altered', details: null })
      expect(answer.checks.at(-1)).toMatchObject({ name: 'signature', passed: false })
    }
  })

  test('altered: what it says under another name, so that a reader who knows ours passes over it', async () => {
    const expiresAt = new Date(now().getTime() + 3_600_000)
    const { code } = await issuer.award(ada, { expiresAt })
    const badge = await issuer.document(code)
    const { validUntil, credentialSubject, ...others } = badge
    const ends = { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': validUntil }
    const { identifier, ...subject } = credentialSubject as Record<string, unknown>
    const disguises = {
      'a whole address': {
        ...others,
        credentialSubject,
        'https://www.w3.org/2018/credentials#validUntil': ends,
      },
      'a nest': { ...others, credentialSubject, '@nest': { validUntil } },
      'a nest further in': {
        ...badge,
        credentialSubject: { ...subject, identifier: [], '@nest': { identifier } },
      },
    }
    app.moveClock(3_600_000)
    expect(await verdictOf(JSON.stringify(badge))).toBe('expired')
    for (const [what, document] of Object.entries(disguises)) {
      expect(await verdictOf(JSON.stringify(document)), what).toBe('altered')
    }
  })

  test('expired, from the moment on that it names', async () => {
    const expiresAt = new Date(now().getTime() + 3_600_000)
    const { code } = await issuer.award(ada, { expiresAt })
    const text = await issuer.text(code)
    expect(await verdictOf(text)).toBe('valid')
    app.moveClock(3_600_000)
    expect(await issuer.verify(text)).toMatchObject({
      verdict: 'expired',
      details: { code, expires_at: expect.any(String) },
    })
  })

  test('revoked, with the reason; after the account is gone still revoked', async () => {
    const person = await app.person()
    const { id, code } = await issuer.award(person)
    const text = await issuer.text(code)
    await revokeCredentials(app.db, [id], 'The evidence was not their own.', now())
    const expected = {
      verdict: 'revoked',
      details: { revoked_because: 'The evidence was not their own.', title: 'Maker of dice' },
    }
    expect(await issuer.verify(text)).toMatchObject(expected)
    expect(await issuer.byCode(code)).toMatchObject({ status: 200, ...expected })
    await app.db.deleteFrom('users').where('id', '=', person.id).execute()
    expect(await issuer.verify(text)).toMatchObject({
      verdict: 'revoked',
      details: { revoked_because: null },
    })
    expect(await verdictOf(code)).toBe('unknown')
  })

  test('foreign: of somebody else', async () => {
    const { code } = await issuer.award(ada)
    const badge = await issuer.document(code)
    const document = { ...badge, issuer: { id: 'did:web:other.example', name: 'Other' } }
    const answer = await issuer.verify(JSON.stringify(document))
    expect(answer).toMatchObject({ verdict: 'foreign', details: null })
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
    [
      'more values than any record has',
      `{"id":"a","credentialSubject":{},"x":[${'{},'.repeat(30_000)}1]}`,
    ],
    ['a prototype', '{"__proto__":{"id":"x"},"credentialSubject":{}}'],
  ])('malformed: %s', async (_, given) => {
    const answer = await issuer.verify(given)
    expect(answer).toMatchObject({ verdict: 'malformed', details: null })
    expect(answer.message).toMatch(/\.$/)
    expect(await verdictOf(Buffer.from(given))).toBe('malformed')
  })

  test('malformed: pictures without a credential, with a packed one, with two, or broken ones', async () => {
    const { code } = await issuer.award(ada)
    const png = (await issuer.http.inject(`/api/credentials/${code}/badge.png`)).rawPayload
    const svg = (await issuer.http.inject(`/api/credentials/${code}/badge.svg`)).body
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
      '<svg><openbadges:credential>{}</openbadges:credential></svg>',
      '<svg xmlns:o="https://purl.imsglobal.org/ob/v3p0"><o:credential verify="x"/></svg>',
      '<g>'.repeat(200_000),
      `<svg>${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}</svg>`,
      '<svg><openbadges:credential',
      '<openbadges:credential'.repeat(40_000),
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>',
      `<svg xmlns:o="https://purl.imsglobal.org/ob/v3p0"><o:credential>${code}</o:credential></svg>`,
      svg.replace('</svg>', `${/<openbadges.*openbadges:credential>/.exec(svg)?.[0]}</svg>`),
    ].map((svg) => Buffer.from(svg))
    const second = png.subarray(33, 33 + 12 + png.readUInt32BE(33))
    const twice = Buffer.concat([png.subarray(0, 33), second, png.subarray(33)])
    const files = [plain, packed, endless, twice, png.subarray(0, 60), Buffer.alloc(1000), ...svgs]
    for (const file of files) expect(await verdictOf(file)).toBe('malformed')
  })

  test('too large: more than a megabyte, pasted or as a file', async () => {
    expect(await verdictOf(Buffer.alloc(1024 * 1024 + 1, 'a'))).toBe('too_large')
    // The maximum size of a request, in characters of three bytes each.
    expect(await verdictOf(Buffer.alloc(1024 * 1024, 'a'))).toBe('malformed')
    const pasted = await issuer.http.inject({
      method: 'POST',
      url: '/api/verify',
      payload: { credential: 'a'.repeat(1024 * 1024) },
    })
    expect([pasted.statusCode, pasted.json().error.code]).toEqual([413, 'too_large'])
  })

  test('malformed: our own status list, which is about nobody', async () => {
    expect(await verdictOf(JSON.stringify(await issuer.statusList()))).toBe('malformed')
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
      ['did.json', 'issuer.json'].map((file) => issuer.http.inject(`/.well-known/${file}`)),
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
      issuers.map(async ({ http }) => (await http.inject('/.well-known/did.json')).json()),
    )
    expect(sets[0].verificationMethod).toHaveLength(1)
    expect(sets[1]).toEqual(sets[0])
    for (const { http } of issuers) await http.close()
    await second.stop()
    await first.stop()
  })

  test('after a rotation the old one verifies what it signed and signs nothing more', async () => {
    const before = await issuer.award(ada)
    const old = await issuer.document(before.code)
    await rotateKeys(app.db, app.parts.secret, now())
    const fresh = await issuer.document((await issuer.award(ada)).code)
    expect(fresh.proof.verificationMethod).not.toBe(old.proof.verificationMethod)
    expect(await issuer.document(before.code)).toEqual(old)
    const did = (await issuer.http.inject('/.well-known/did.json')).json()
    for (const { proof } of [old, fresh]) {
      expect(did.assertionMethod).toContain(proof.verificationMethod)
    }
    expect(await issuer.verify(JSON.stringify(old))).toMatchObject({ verdict: 'valid' })
    expect((await issuer.statusList()).proof.verificationMethod).toBe(
      fresh.proof.verificationMethod,
    )
  })

  test('verify tokens that were handed out before credentials had proofs of their own', async () => {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
    const jwk = await exportJWK(publicKey)
    const id = await calculateJwkThumbprint(jwk)
    await app.db
      .insertInto('issuer_keys')
      .values({
        id,
        public_jwk: JSON.stringify(jwk),
        private_jwk: '',
        retired_at: now().toISOString(),
      })
      .execute()
    const { code } = await issuer.award(ada)
    const { proof: _, ...said } = await issuer.document(code)
    const profile = `${SITE}/.well-known/issuer.json`
    const claims = { ...said, issuer: { ...Object(said.issuer), id: profile } }
    const { credentialSubject, validFrom } = said as unknown as {
      credentialSubject: { id: string }
      validFrom: string
    }
    const registered = {
      iss: profile,
      jti: String(said.id),
      sub: credentialSubject.id,
      nbf: Date.parse(validFrom) / 1000,
    }
    const kid = `${SITE}/.well-known/keys/${id}`
    const sign = (more: object, header: object = { kid }) =>
      new SignJWT({ ...claims, ...registered, ...more })
        .setProtectedHeader({ alg: 'EdDSA', ...header })
        .sign(privateKey)
    expect(await issuer.verify(await sign({}))).toMatchObject({
      verdict: 'valid',
      details: { code },
    })
    expect((await issuer.http.inject(kid.replace(SITE, ''))).json()).toMatchObject({
      kid,
      x: jwk.x,
    })
    const [header, payload, signature] = (await sign({})).split('.')
    const verdicts = {
      altered: [
        `${header}.${encoded({ ...claims, ...registered, name: 'Doctor' })}.${signature}`,
        `${encoded({ alg: 'none', kid })}.${payload}.`,
        await sign({}, { jwk }),
        await sign({}, { kid: `https://evil.example/.well-known/keys/${'A'.repeat(43)}` }),
      ],
      foreign: [`${await sign({ iss: 'https://other.example' })}x`],
      malformed: [
        await sign({ nbf: 1 }),
        await sign({ jti: 'another' }),
        await sign({ iss: 'https://other.example' }),
      ],
    }
    for (const [verdict, tokens] of Object.entries(verdicts)) {
      for (const token of tokens) expect((await issuer.verify(token)).verdict).toBe(verdict)
    }
  })

  test('of a site that has moved still say what was signed under its old address', async () => {
    const { id, code } = await issuer.award(ada)
    const text = await issuer.text(code)
    const moved = await startApp({ beside: app, env: { PUBLIC_URL: 'https://new.test' } })
    const later = await startIssuer(moved)
    expect(await later.verify(text)).toMatchObject({ verdict: 'valid', details: { code } })
    const record = await issuer.record(ada, recordContent([id]))
    const content = await issuer.contentOf.transcript(app.db, record.id)
    const there = await later.record(ada, content!)
    expect(await later.byCode(there.code)).toMatchObject({ verdict: 'valid' })
    expect(await issuer.byCode(there.code)).toMatchObject({ verdict: 'valid' })
    await later.http.close()
    await moved.stop()
  })

  test('another site’s credentials are foreign, though both run this program', async () => {
    const there = await startApp({ env: { PUBLIC_URL: 'https://elsewhere.test' } })
    const elsewhere = await startIssuer(there)
    const { code } = await elsewhere.award(await there.person(), { content: badgeContent() })
    const text = await elsewhere.text(code)
    expect(await elsewhere.verify(text)).toMatchObject({ verdict: 'valid' })
    expect(await issuer.verify(text)).toMatchObject({ verdict: 'foreign' })
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
    expect((await issuer.statusList(1)).id).toBe(`${SITE}/api/status-lists/1`)
    expect((await issuer.http.inject('/api/status-lists/2')).statusCode).toBe(404)
    expect((await issuer.http.inject('/api/status-lists/x')).statusCode).toBe(400)
  })
})
