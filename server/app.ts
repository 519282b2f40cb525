import { readdir } from 'node:fs/promises'
import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import { paths } from '#contract/paths'
import { academyRoutes, agreementScans } from '#features/academy'
import { adminRoutes, metricsRoutes } from '#features/admin'
import { advisingRoutes } from '#features/advising'
import { authRoutes, createCallers } from '#features/auth'
import { authoringRoutes, coverFiles } from '#features/authoring'
import { badgeContent, badgeRoutes } from '#features/badges'
import { calendarRoutes } from '#features/calendar'
import { avatarFiles, connectionRoutes } from '#features/connections'
import { consentFormFiles, consentRoutes } from '#features/consent'
import { consultationRoutes } from '#features/consultations'
import { credentialRoutes, verifyPages } from '#features/credentials'
import { creditRoutes } from '#features/credits'
import { diplomaContent, diplomaRoutes } from '#features/diploma'
import { earlierFiles, earlierWorkRoutes } from '#features/earlier-work'
import { eventRoutes } from '#features/events'
import { familyRoutes } from '#features/family'
import { fileRoutes } from '#features/files'
import { invitationRoutes } from '#features/invitations'
import { createLearners, learnerRoutes } from '#features/learners'
import { messageFiles, messageRoutes } from '#features/messages'
import { notificationRoutes } from '#features/notifications'
import { outsideWorkRoutes } from '#features/outside-work'
import { addedFiles, parentRoutes } from '#features/parents'
import { pathwayRoutes, readPathways } from '#features/pathways'
import { planRoutes } from '#features/plan'
import { portfolioFiles, portfolioPages, portfolioRoutes } from '#features/portfolio'
import { practiceRoutes } from '#features/practice'
import { exportFiles, privacyRoutes } from '#features/privacy'
import { profileRoutes } from '#features/profile'
import { progressRoutes } from '#features/progress'
import { questRoutes, workFiles } from '#features/quests'
import { reviewRoutes } from '#features/reviews'
import { rosterRoutes } from '#features/rosters'
import { quotedFiles, readCrisisLines, safetyRoutes } from '#features/safety'
import { schoolSignInRoutes } from '#features/school-sign-in'
import { secondFactorRoutes } from '#features/second-factor'
import { signInCardRoutes } from '#features/sign-in-cards'
import { crawlerRoutes, recentOffers, siteRoutes } from '#features/site'
import { statusRoutes } from '#features/status'
import { subscriptionRoutes } from '#features/subscription'
import { transcriptContent, transcriptPages, transcriptRoutes } from '#features/transcript'
import { readTutorContent, tutorRoutes } from '#features/tutor'
import { weeklyEmailRoutes } from '#features/weekly-emails'
import { createCache } from '#platform/cache'
import { createChangeEvents } from '#platform/change-events'
import { createHttp, devicePolicy, type Parts } from '#platform/http'
import { createMetrics } from '#platform/metrics'
import { loadPages, type Pages } from '#platform/pages'

import { describeApi } from './api-docs.ts'
import { scheduleSweep } from './sweep.ts'

export type AppOptions = Omit<
  Parts,
  'cache' | 'callers' | 'learners' | 'metrics' | 'changeEvents'
> & {
  log: Logger
  /** The built web app: `build/client`. */
  webFolder: string
  /** For incoming uploads; persistent across restarts. */
  scratchFolder: string
}

export type RunningApp = {
  http: FastifyInstance
  parts: Parts
  /** Makes health checks fail with 503, so that a load balancer uses other nodes. */
  stopServing: () => void
}

/** Assembles the program from its parts. Does not listen, and starts no background work. */
export const createApp = async ({
  log,
  webFolder,
  scratchFolder,
  ...given
}: AppOptions): Promise<RunningApp> => {
  const parts: Parts = {
    ...given,
    cache: createCache(),
    callers: await createCallers(given),
    learners: createLearners(given),
    metrics: createMetrics(given.clock),
    changeEvents: await createChangeEvents({ ...given, log }),
  }
  const http = await createHttp(parts.config, log, parts.metrics)
  http.addHook('onClose', async () => parts.changeEvents.close())
  let stopping = false

  const app = { http, parts }
  scheduleSweep(parts)
  siteRoutes(app, () => stopping)
  statusRoutes(app)
  metricsRoutes(app)
  authRoutes(app)
  secondFactorRoutes(app)
  schoolSignInRoutes(app)
  signInCardRoutes(app)
  subscriptionRoutes(app)
  profileRoutes(app, scratchFolder)
  privacyRoutes(app, scratchFolder)
  earlierWorkRoutes(app)
  familyRoutes(app)
  consentRoutes(app)
  parentRoutes(app, scratchFolder)
  weeklyEmailRoutes(app)
  learnerRoutes(app)
  invitationRoutes(app)
  adminRoutes(app, scratchFolder)
  questRoutes(app)
  pathwayRoutes(app, await readPathways())
  reviewRoutes(app)
  progressRoutes(app)
  badgeRoutes(app)
  portfolioRoutes(app)
  creditRoutes(app)
  planRoutes(app)
  practiceRoutes(app)
  outsideWorkRoutes(app)
  calendarRoutes(app, scratchFolder)
  consultationRoutes(app)
  academyRoutes(app)
  advisingRoutes(app)
  safetyRoutes(app, await readCrisisLines())
  notificationRoutes(app)
  connectionRoutes(app)
  tutorRoutes(app, await readTutorContent())
  await eventRoutes(app)
  messageRoutes(app)
  authoringRoutes(app, scratchFolder)
  rosterRoutes(app, scratchFolder)
  transcriptRoutes(app)
  diplomaRoutes(app)
  const verifier = credentialRoutes(app, {
    badge: badgeContent,
    diploma: diplomaContent,
    transcript: transcriptContent,
  })
  await fileRoutes(app, {
    scratch: scratchFolder,
    rules: [
      workFiles(parts),
      coverFiles,
      portfolioFiles(parts),
      addedFiles(parts),
      consentFormFiles(parts),
      agreementScans(parts),
      avatarFiles,
      exportFiles(parts),
      earlierFiles(parts),
      messageFiles(parts),
      quotedFiles(parts),
    ],
  })

  describeApi(http, given.config.publicUrl)
  const pages = await loadPages(webFolder, given.config)
  portfolioPages(app, pages)
  transcriptPages(app, pages)
  verifyPages(app, verifier, pages)
  crawlerRoutes(app, pages)
  await serveWeb(http, { pages, webFolder, offers: recentOffers(parts) })
  return { http, parts, stopServing: () => (stopping = true) }
}

/** Serves the built web app: hashed files with unlimited caching, and pages by path; an unknown path shows the landing page. */
const serveWeb = async (
  http: FastifyInstance,
  {
    pages,
    webFolder,
    offers,
  }: { pages: Pages; webFolder: string; offers: () => Promise<string[]> },
) => {
  const assetFolder = path.join(webFolder, 'assets')
  await http.register(fastifyStatic, {
    root: assetFolder,
    // Its own routes read the whole folder for each request.
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
  })
  const assets = new Set(await readdir(assetFolder).catch(() => []))
  http.get<{ Params: { '*': string } }>(
    '/assets/*',
    { config: { isFile: true } },
    ({ params: { '*': name } }, reply) =>
      assets.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  )
  for (const file of await filesWithFixedNames(webFolder)) {
    http.get(`/${file}`, { config: { isFile: true } }, (_request, reply) =>
      reply.sendFile(file, webFolder, { maxAge: '1d', immutable: false }),
    )
  }
  http.get('/*', async (request, reply) => {
    const [pathname = '/'] = request.url.split('?', 1)
    if (NOT_FOR_PEOPLE.test(pathname)) return reply.callNotFound()
    if (!pages.knows(pathname)) return reply.redirect('/', 302)
    if (CAPTURES_EVIDENCE.test(pathname)) reply.header('permissions-policy', CAPTURE_DEVICES)
    return pages.send(request, reply, pathname, await offers())
  })
}

/** A quest's page, where learners take photos and record their voice. */
const CAPTURES_EVIDENCE = new RegExp(`^${paths.quest('')}[^/]+/?$`)
const CAPTURE_DEVICES = devicePolicy('camera', 'microphone')

/** Clients of these paths are programs, which need an accurate status. */
const NOT_FOR_PEOPLE = /^\/(api|\.well-known)(\/|$)/

/** Files that others refer to by name: icons, link preview images, the manifest. */
const filesWithFixedNames = async (webFolder: string): Promise<string[]> => {
  const entries = await readdir(webFolder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.html'))
    .map((entry) => path.relative(webFolder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/^(assets|\.vite)\//.test(file))
}
