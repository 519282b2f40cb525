import type { FastifyReply } from 'fastify'

import { findSettings, siteNameOf, storedSiteName } from '#features/site'
import type { Db } from '#platform/database'
import type { App } from '#platform/http'

import { type Addresses, addressesOf } from './addresses.ts'
import { OB_CONTEXT, VC_CONTEXT } from './contexts.ts'
import { ALGORITHM, findSigningKey, listKeys, type PublishedKey } from './keys.ts'

/** The issuer as it appears in credentials. */
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

/** Allows any origin: verifiers also run in browsers. */
export const allowAllOrigins = (reply: FastifyReply): FastifyReply =>
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
  })

export type Multikey = {
  id: string
  type: 'Multikey'
  controller: string
  publicKeyMultibase: string
}

/** The issuer's DID document, with every key that has ever signed, so that old signatures remain verifiable. */
export const controllerDocument = (
  { issuer: id, profile }: Pick<Addresses, 'issuer' | 'profile'>,
  published: readonly PublishedKey[],
) => {
  const keys = published.map(({ multibase }): Multikey => ({
    id: `${id}#${multibase}`,
    type: 'Multikey',
    controller: id,
    publicKeyMultibase: multibase,
  }))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    alsoKnownAs: [profile],
    verificationMethod: keys,
    assertionMethod: keys.map(({ id }) => id),
  }
}

/** Publishes the issuer and its keys, which verifiers need besides the credential itself. */
export const issuerRoutes = ({ http, parts }: App): void => {
  const { db, secret } = parts
  const addresses = addressesOf(parts.config.publicUrl)
  const publish = (reply: FastifyReply, type: string, document: unknown) =>
    allowAllOrigins(reply)
      .headers({ 'content-type': type, 'cache-control': 'public, max-age=300' })
      .send(JSON.stringify(document, null, 2))
  /** Creates a key if none exists: an empty list would be cached for minutes. */
  const keys = async () => {
    const known = await listKeys(db)
    if (known.length > 0) return known
    await findSigningKey(db, secret)
    return listKeys(db)
  }

  http.get('/.well-known/did.json', async (_request, reply) =>
    publish(reply, 'application/did+ld+json', controllerDocument(addresses, await keys())),
  )

  http.get('/.well-known/issuer.json', async (_request, reply) => {
    const { site_name, support_email } = await findSettings(parts)
    return publish(reply, 'application/ld+json', {
      '@context': [VC_CONTEXT, OB_CONTEXT],
      id: addresses.issuer,
      type: ['Profile'],
      name: site_name,
      url: addresses.base,
      ...(support_email ? { email: support_email } : {}),
    })
  })

  // Target of the `kid` in tokens issued before credentials had embedded proofs (ADR 55).
  http.get<{ Params: { id: string } }>('/.well-known/keys/:id', async (request, reply) => {
    const key = (await keys()).find(({ id }) => id === request.params.id)
    if (!key) return reply.callNotFound()
    const { id, jwk } = key
    const published = { ...jwk, kid: addresses.key(id), alg: ALGORITHM, use: 'sig' }
    return publish(reply, 'application/jwk+json', published)
  })
}
