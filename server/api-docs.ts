import fastify, { type FastifyInstance } from 'fastify'

import { policyOf } from '#platform/pages'

import { describeContract } from './open-api.ts'

/** The reader is a string of four megabytes: loaded on first use, not at start. */
const openReader = async (): Promise<FastifyInstance> => {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const reader = fastify()
  await reader.register(apiReference, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
    },
  })
  await reader.ready()
  return reader
}

/** API documentation: OpenAPI at /api/openapi.json, and a reader for people at /api/docs. */
export const describeApi = (http: FastifyInstance, publicUrl: string): void => {
  let document: ReturnType<typeof describeContract> | undefined
  http.get('/api/openapi.json', () => (document ??= describeContract(publicUrl)))

  let opening: Promise<FastifyInstance> | undefined
  for (const url of ['/api/docs', '/api/docs/*']) {
    http.get(url, async (request, reply) => {
      opening ??= openReader()
      const { statusCode, headers, payload, rawPayload } = await (await opening).inject(request.url)
      const type = headers['content-type'] ?? 'text/plain'
      if (type.startsWith('text/html')) reply.header('content-security-policy', policyOf(payload))
      if (headers.location) reply.header('location', headers.location)
      return reply.code(statusCode).header('content-type', type).send(rawPayload)
    })
  }
}
