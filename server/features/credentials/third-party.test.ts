import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { revokeCredentials, rotateKeys } from '#features/credentials'
import { badgeContent, type Issuer, recordContent, startIssuer } from '#testing/credential-builder'
import { type Person, startApp, type TestApp } from '#testing/start-app'
import { checkProfile, expand, verifyElsewhere } from '#testing/third-party-verifier'

// Credentials are checked by an independent implementation: see decisions/0055.

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

/** Fetches like a stranger: from the published URLs, without an account. */
const fetched = async (address: string, accept = '*/*'): Promise<string> => {
  expect(address.startsWith(`${SITE}/`)).toBe(true)
  const url = address.slice(SITE.length)
  const { statusCode, body } = await issuer.http.inject({ url, headers: { accept } })
  if (statusCode !== 200) throw new Error(`${address} answers ${statusCode}`)
  return body
}

const verify = (text: string) => verifyElsewhere(text, fetched, app.parts.clock())

describe('a badge', () => {
  test('verifies, from its address alone', async () => {
    const { code } = await issuer.award(ada)
    const credential = await verify(await fetched(`${SITE}/api/credentials/${code}`))
    expect(credential.id).toBe(`${SITE}/api/credentials/${code}`)
    const { achievement } = credential.credentialSubject as {
      achievement: { image: { id: string } }
    }
    expect(achievement.image.id).toBe(`${SITE}/api/badges/dice/art.svg`)
    expect(credential.issuer.id).toBe('did:web:lodestar.test')
    const profile = JSON.parse(await fetched(`${SITE}/.well-known/issuer.json`))
    expect(profile.id).toBe(credential.issuer.id)
    await checkProfile(profile)
  })

  test('with no tags, without a picture of its own, or as a diploma that ends, verifies too', async () => {
    const content = badgeContent()
    const { picture: _, ...achievement } = content.achievement
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
      await verify(await issuer.text(code))
    }
  })

  test('with one byte changed anywhere does not verify', async () => {
    const { code } = await issuer.award(ada)
    const text = await issuer.text(code)
    for (const words of [
      'Maker of dice',
      'Ada L.',
      '"created": "20',
      '"proofValue": "z',
      '/art.svg',
    ]) {
      const at = text.indexOf(words) + words.length - 1
      const changed = `${text.slice(0, at)}${text[at] === '3' ? '4' : '3'}${text.slice(at + 1)}`
      expect(changed).not.toBe(text)
      await expect(verify(changed), words).rejects.toThrow()
    }
  })

  test('that is revoked does not verify', async () => {
    const { id, code } = await issuer.award(ada)
    const text = await issuer.text(code)
    await verify(text)
    await revokeCredentials(app.db, [id], 'A mistake.', app.parts.clock())
    await expect(verify(text)).rejects.toThrow('revoked')
  })

  test('still verifies after two rotations of the key', async () => {
    const { code } = await issuer.award(ada)
    const text = await issuer.text(code)
    await rotateKeys(app.db, app.parts.secret, app.parts.clock())
    await rotateKeys(app.db, app.parts.secret, app.parts.clock())
    await verify(text)
    const fresh = await issuer.award(ada)
    await verify(await issuer.text(fresh.code))
  })
})

describe('a whole record', () => {
  test('verifies with each of its members, the badges being those that stand alone', async () => {
    const badges = [await issuer.award(ada), await issuer.award(ada)]
    const { code } = await issuer.record(ada, recordContent(badges.map(({ id }) => id)))
    const text = await issuer.text(code)
    const { credentialSubject } = await verify(text)
    const members = credentialSubject.verifiableCredential ?? []
    expect(members).toHaveLength(4)
    expect(members.every(({ proof }) => proof.cryptosuite === 'eddsa-rdfc-2022')).toBe(true)
    const held = members.filter(({ credentialStatus }) => credentialStatus)
    expect(held).toHaveLength(2)
    for (const embedded of held) expect(await verify(await fetched(embedded.id))).toEqual(embedded)
    await expect(verify(text.replace('"value": "1.50"', '"value": "9.50"'))).rejects.toThrow()
  })

  test('that is revoked does not verify; its badges do', async () => {
    const badge = await issuer.award(ada)
    const { id, code } = await issuer.record(ada, recordContent([badge.id]))
    const text = await issuer.text(code)
    await revokeCredentials(app.db, [id], 'Issued too early.', app.parts.clock())
    await expect(verify(text)).rejects.toThrow('revoked')
    await verify(await issuer.text(badge.code))
  })

  test('with nothing in it yet verifies too', async () => {
    const { code } = await issuer.record(ada, { ...recordContent(), achievements: [] })
    await verify(await issuer.text(code))
  })

  test('loses no word as linked data', async () => {
    const { code } = await issuer.record(ada, recordContent())
    const [expanded] = await expand(JSON.parse(await fetched(`${SITE}/api/credentials/${code}`)))
    const text = JSON.stringify(expanded)
    for (const words of [
      'Mathematics',
      'Explains a proof',
      '"A"',
      '1.50',
      'LetterGrade',
      'sha256$',
    ])
      expect(text).toContain(words)
  })
})

test('the status list is long enough to hide in, and marks just what was revoked', async () => {
  const { id, code } = await issuer.award(ada)
  const { credentialStatus } = (await issuer.document(code)) as unknown as {
    credentialStatus: { statusListIndex: string; statusListCredential: string }
  }
  const read = async () => {
    const list = JSON.parse(await fetched(credentialStatus.statusListCredential))
    await expand(list)
    return decodeList({ encodedList: list.credentialSubject.encodedList })
  }
  const index = Number(credentialStatus.statusListIndex)
  const before = await read()
  expect(before.length).toBe(131_072)
  expect(before.getStatus(index)).toBe(false)
  await revokeCredentials(app.db, [id], 'A mistake.', app.parts.clock())
  const after = await read()
  expect(after.getStatus(index)).toBe(true)
  expect(after.getStatus(index + 1)).toBe(false)
  const { count } = await app.db
    .selectFrom('revocations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const marked = Array.from({ length: after.length }, (_, at) => after.getStatus(at)).filter(
    Boolean,
  )
  expect(marked).toHaveLength(count)
})
