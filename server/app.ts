import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { accountRoutes, createCallers, profileRoutes } from '#features/accounts'
import { fileRoutes } from '#features/files'
import { isFilePublic, portfolioPages, portfolioRoutes } from '#features/portfolio'
import { progressRoutes } from '#features/progress'
import { questRoutes } from '#features/quests'
import { siteRoutes } from '#features/site'
import { createHttp } from '#platform/http'
import type { Parts } from '#platform/http'
import { loadPages } from '#platform/pages'
import type { Pages } from '#platform/pages'

import { describeApi } from './api-docs.ts'

export type AppOptions = Omit<Parts, 'callers'> & {
  log: Logger
  /** The built web app: `build/client`. */
  webFolder: string
  /** For uploads on their way; it outlives restarts. */
  scratchFolder: string
}

export type RunningApp = {
  http: FastifyInstance
  parts: Parts
  /** Health answers 503 from now on, so that a load balancer looks elsewhere. */
  stopServing: () => void
}

/** Puts the program together from its real-world parts. Does not listen, and starts no background work. */
export const createApp = async ({
  log,
  webFolder,
  scratchFolder,
  ...given
}: AppOptions): Promise<RunningApp> => {
  const parts: Parts = { ...given, callers: await createCallers(given) }
  const http = await createHttp(parts.config, log)
  let stopping = false

  const app = { http, parts }
  siteRoutes(app, () => stopping)
  accountRoutes(app)
  profileRoutes(app, scratchFolder)
  questRoutes(app)
  progressRoutes(app)
  portfolioRoutes(app)
  await fileRoutes(app, {
    scratch: scratchFolder,
    rules: [(db, _caller, { id, ownerId }) => isFilePublic(db, ownerId, id)],
  })

  describeApi(http)
  const pages = await loadPages(webFolder)
  portfolioPages(app, pages)
  await serveWeb(http, pages, webFolder)
  return { http, parts, stopServing: () => (stopping = true) }
}

/** The built web app: files by name for ever, pages by path, and the shell for every other path. */
const serveWeb = async (http: FastifyInstance, pages: Pages, webFolder: string) => {
  await http.register(fastifyStatic, {
    root: path.join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    schemaHide: true,
  })
  http.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [pathname = '/'] = request.url.split('?', 1)
    if (pathname.startsWith('/api/') || pathname === '/api') return reply.callNotFound()
    return pages.send(request, reply, pathname)
  })
}
