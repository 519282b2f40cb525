import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { verifyJWS } from 'did-jwt'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { revokeCredentials, rotateKeys } from '#features/credentials'
import { badgeContent, parts, recordContent, startIssuer } from '#testing/credential-builder'
import type { Issuer } from '#testing/credential-builder'
import { startApp } from '#testing/start-app'
import type { Person, TestApp } from '#testing/start-app'
import { checkProfile, expand, verifyElsewhere } from '#testing/third-party-verifier'

// What leaves the house, checked by implementations that are not ours: see docs/decisions/0009-credentials.md.

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

/** What a stranger has: the published addresses, and no account. */
const fetched = async (address: string, accept = '*/*'): Promise<string> => {
  expect(address.startsWith(`${SITE}/`)).toBe(true)
  const url = address.slice(SITE.length)
  const { statusCode, body } = await issuer.http.inject({ url, headers: { accept } })
  if (statusCode !== 200) throw new Error(`${address} answers ${statusCode}`)
  return body
}

const verify = (jwt: string) => verifyElsewhere(jwt, fetched, app.parts.clock())

const change = (jwt: string) => {
  const at = jwt.indexOf('.') + 40
  return `${jwt.slice(0, at)}${jwt[at] === 'A' ? 'B' : 'A'}${jwt.slice(at + 1)}`
}

describe('a badge', () => {
  test('verifies, from its address alone', async () => {
    const { code } = await issuer.award(ada)
    const credential = await verify(await fetched(`${SITE}/api/credentials/${code}`))
    expect(credential.id).toBe(`${SITE}/api/credentials/${code}`)
    const { achievement } = credential.credentialSubject as {
      achievement: { image: { id: string } }
    }
    expect(await fetched(achievement.image.id)).toContain('<svg')
    await checkProfile(JSON.parse(await fetched(credential.issuer.id)))
  })

  test('with no tags, without a picture of its own, or as a diploma that ends, verifies too', async () => {
    const content = badgeContent()
    const { image: _, ...achievement } = content.achievement
    const plain = { ...content, achievement: { ...achievement, tags: [] } }
    const diploma = {
      ...content,
      achievement: { ...content.achievement, type: 'Diploma' as const },
    }
    const expiresAt = new Date(app.parts.clock().getTime() + 3_600_000)
    for (const { code } of [
      await issuer.award(ada, { content: plain }),
      await issuer.award(ada, { kind: 'diploma', content: diploma, expiresAt }),
    ]) {
      await verify(await issuer.token(code))
    }
  })

  test('with one byte changed does not verify', async () => {
    const { code } = await issuer.award(ada)
    await expect(verify(change(await issuer.token(code)))).rejects.toThrow()
  })

  test('that is revoked does not verify', async () => {
    const { id, code } = await issuer.award(ada)
    const jwt = await issuer.token(code)
    await verify(jwt)
    await revokeCredentials(app.db, [id], 'A mistake.', app.parts.clock())
    await expect(verify(jwt)).rejects.toThrow('revoked')
  })

  test('still verifies after two rotations of the key', async () => {
    const { code } = await issuer.award(ada)
    const jwt = await issuer.token(code)
    await rotateKeys(app.db, app.parts.secret, app.parts.clock())
    await rotateKeys(app.db, app.parts.secret, app.parts.clock())
    await verify(jwt)
    const fresh = await issuer.award(ada)
    await verify(await issuer.token(fresh.code))
  })
})

describe('a whole record', () => {
  test('verifies, and so does each badge in it where its id leads', async () => {
    const badges = [await issuer.award(ada), await issuer.award(ada)]
    const { code } = await issuer.record(ada, recordContent(badges.map(({ id }) => id)))
    const jwt = await issuer.token(code)
    const credential = await verify(jwt)
    const { verifiableCredential } = credential.credentialSubject as {
      verifiableCredential: { id: string; credentialStatus?: object }[]
    }
    const held = verifiableCredential.filter(({ credentialStatus }) => credentialStatus)
    expect(held).toHaveLength(2)
    for (const embedded of held) {
      expect(await verify(await fetched(embedded.id))).toEqual(embedded)
    }
    await expect(verify(change(jwt))).rejects.toThrow()
  })

  test('that is revoked does not verify; its badges do', async () => {
    const badge = await issuer.award(ada)
    const { id, code } = await issuer.record(ada, recordContent([badge.id]))
    const jwt = await issuer.token(code)
    await revokeCredentials(app.db, [id], 'Issued too early.', app.parts.clock())
    await expect(verify(jwt)).rejects.toThrow('revoked')
    await verify(await issuer.token(badge.code))
  })

  test('with nothing in it yet verifies too', async () => {
    const { code } = await issuer.record(ada, { ...recordContent(), achievements: [] })
    await verify(await issuer.token(code))
  })

  test('loses no word as linked data', async () => {
    const { code } = await issuer.record(ada, recordContent())
    const [expanded] = await expand(
      JSON.parse(await fetched(`${SITE}/api/credentials/${code}/credential.json`)),
    )
    const text = JSON.stringify(expanded)
    for (const words of ['Mathematics', 'Explains a proof', '"A"', '1.5', 'LetterGrade', 'sha256$'])
      expect(text).toContain(words)
  })
})

test('the status list is long enough to hide in, and marks just what was revoked', async () => {
  const { id, code } = await issuer.award(ada)
  const { credentialStatus } = parts(await issuer.token(code)).payload as {
    credentialStatus: { statusListIndex: string; statusListCredential: string }
  }
  const read = async () => {
    const { payload } = parts(await fetched(credentialStatus.statusListCredential))
    const { encodedList } = payload.credentialSubject as { encodedList: string }
    await expand(
      JSON.parse(await fetched(credentialStatus.statusListCredential, 'application/json')),
    )
    return decodeList({ encodedList })
  }
  const index = Number(credentialStatus.statusListIndex)
  const before = await read()
  expect(before.length).toBe(131_072)
  expect(before.getStatus(index)).toBe(false)
  await revokeCredentials(app.db, [id], 'A mistake.', app.parts.clock())
  const after = await read()
  expect(after.getStatus(index)).toBe(true)
  expect(after.getStatus(index + 1)).toBe(false)
  const { rows } = await app.db.executeQuery<{ count: number }>(
    app.db
      .selectFrom('revocations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .compile(),
  )
  const marked = Array.from({ length: after.length }, (_, at) => after.getStatus(at)).filter(
    Boolean,
  )
  expect(marked).toHaveLength(rows[0]!.count)
})

test('the keys are also those of a did:web document', async () => {
  const { code } = await issuer.award(ada)
  const jwt = await issuer.token(code)
  const document = JSON.parse(await fetched(`${SITE}/.well-known/did.json`))
  expect(document).toMatchObject({
    id: 'did:web:lodestar.test',
    alsoKnownAs: [`${SITE}/.well-known/issuer.json`],
  })
  expect(document.assertionMethod).toHaveLength(document.verificationMethod.length)
  const used = verifyJWS(jwt, document.verificationMethod)
  expect(used.id).toMatch(/^did:web:lodestar\.test#/)
  expect(() => verifyJWS(change(jwt), document.verificationMethod)).toThrow()
})
