import type { FastifyReply } from 'fastify'

import { findSettings, siteNameOf, storedSiteName } from '#features/site'
import type { Db } from '#platform/database'
import type { App } from '#platform/http'

import { addressesOf, didWebOf } from './addresses.ts'
import type { Addresses } from './addresses.ts'
import { ALGORITHM, findSigningKey, listKeys } from './keys.ts'
import type { PublishedKey } from './keys.ts'

export const VC_CONTEXT = 'https://www.w3.org/ns/credentials/v2'
export const OB_CONTEXT = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
/** Knows the names of 1EdTech's ways to check a schema. */
export const OB_EXTENSIONS = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json'

/** The issuer as it stands in credentials. */
export const issuerReference = async (db: Db, addresses: Addresses) => {
  const { site_name } = await db
    .selectNoFrom(storedSiteName.as('site_name'))
    .executeTakeFirstOrThrow()
  return {
    id: addresses.issuer,
    type: ['Profile'],
    name: siteNameOf(site_name),
    url: addresses.base,
  }
}

/** For any page and any program: verifiers also run in browsers. */
export const openToAll = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
  })

/** Who issues, and with which keys: what a verifier anywhere needs besides the credential itself. */
export const issuerRoutes = ({ http, parts }: App): void => {
  const { config, db, secret } = parts
  const addresses = addressesOf(config.publicUrl)
  const publish = (reply: FastifyReply, type: string, document: unknown) =>
    openToAll(reply)
      .headers({ 'content-type': type, 'cache-control': 'public, max-age=300' })
      .send(JSON.stringify(document))
  /** The key set is never empty, so that whoever asks early is not told for minutes that there is none. */
  const keys = async () => {
    const known = await listKeys(db)
    if (known.length > 0) return known
    await findSigningKey(db, secret)
    return listKeys(db)
  }

  const asJwk = ({ id, jwk }: PublishedKey) => ({
    ...jwk,
    kid: addresses.key(id),
    alg: ALGORITHM,
    use: 'sig',
  })

  http.get('/.well-known/issuer.json', async (_request, reply) => {
    const { site_name, support_email } = await findSettings(parts)
    return publish(reply, 'application/ld+json', {
      '@context': [VC_CONTEXT, OB_CONTEXT],
      id: addresses.issuer,
      type: ['Profile'],
      name: site_name,
      url: addresses.base,
      email: support_email,
    })
  })

  http.get('/.well-known/jwks.json', async (_request, reply) =>
    publish(reply, 'application/jwk-set+json', {
      keys: (await keys()).map(asJwk),
    }),
  )

  http.get<{ Params: { id: string } }>('/.well-known/keys/:id', async (request, reply) => {
    const key = (await keys()).find(({ id }) => id === request.params.id)
    if (!key) return reply.callNotFound()
    return publish(reply, 'application/jwk+json', asJwk(key))
  })

  // The same keys for verifiers that start from a DID.
  http.get('/.well-known/did.json', async (_request, reply) => {
    const did = didWebOf(addresses.base)
    const methods = (await keys()).map(({ id, jwk }) => ({
      id: `${did}#${id}`,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: jwk,
    }))
    return publish(reply, 'application/did+json', {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id: did,
      alsoKnownAs: [addresses.issuer],
      verificationMethod: methods,
      assertionMethod: methods.map(({ id }) => id),
    })
  })
}
