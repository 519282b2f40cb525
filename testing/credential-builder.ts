import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import type { Verification } from '#contract/credentials'
import {
  type AchievementContent,
  type ContentOf,
  credentialRoutes,
  type RecordContent,
  reserveCredentials,
} from '#features/credentials'
import { createHttp } from '#platform/http'
import { silentLog } from '#testing/silent-log'
import type { Person, TestApp } from '#testing/start-app'

/** A square picture, like a badge's. */
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><title>a > b</title><rect width="10" height="10" fill="#1f4d4a"/></svg>'

export const badgeContent = (more: Partial<AchievementContent> = {}): AchievementContent => ({
  holderName: 'Ada L.',
  achievement: {
    id: randomUUID(),
    type: 'Badge',
    name: 'Maker of dice',
    description: 'Invented a fair game and proved that it is one.',
    criteria: 'Complete **two** quests about chance.',
    picture: { svg: PICTURE, path: '/api/badges/dice/art.svg' },
    tags: ['mathematics', 'games'],
  },
  ...more,
})

export const recordContent = (badges: string[] = []): RecordContent => ({
  holderName: 'Ada Lovelace',
  title: 'Official transcript',
  description: 'Credit earned with accepted evidence.',
  achievements: [
    {
      id: randomUUID(),
      type: 'Course',
      name: 'Mathematics',
      description: 'Numbers, shapes and chance.',
      criteria: '1,000 XP of accepted evidence are one credit.',
      credits: 1.5,
      result: { name: 'Grade', value: 'A' },
    },
    {
      id: randomUUID(),
      type: 'Competency',
      name: 'Explains a proof',
      description: 'Says why, not only that.',
      criteria: 'An advisor saw it.',
    },
  ],
  text: { path: '/api/verify/CODE/transcript.json', sha256: 'f'.repeat(64) },
  badges,
})

type Json = Record<string, unknown> & { proof: Record<string, string> }

export type Issued = { id: string; code: string }

/** An app's credential issuer with contents from the test; the features that normally provide them are tested separately. */
export const startIssuer = async (app: TestApp) => {
  const achievements = new Map<string, AchievementContent>()
  const records = new Map<string, RecordContent>()
  const contentOf: ContentOf = {
    badge: async (_db, id) => achievements.get(id),
    diploma: async (_db, id) => achievements.get(id),
    transcript: async (_db, id) => records.get(id),
  }
  const http = await createHttp(app.parts.config, silentLog, app.parts.metrics)
  credentialRoutes({ http, parts: app.parts }, contentOf)
  let addresses = 0

  const reserve = async (
    kind: keyof ContentOf,
    person: Person,
    title: string,
    more: { expiresAt?: Date } = {},
  ): Promise<Issued> => {
    const wanted = { kind, title, learnerId: person.id, now: app.parts.clock(), ...more }
    const [issued] = await reserveCredentials(app.db, [wanted])
    return issued!
  }

  return {
    http,
    contentOf,
    award: async (
      person: Person,
      more: { content?: AchievementContent; kind?: 'badge' | 'diploma'; expiresAt?: Date } = {},
    ) => {
      const content = more.content ?? badgeContent()
      const issued = await reserve(more.kind ?? 'badge', person, content.achievement.name, more)
      achievements.set(issued.id, content)
      return issued
    },
    record: async (person: Person, content: RecordContent) => {
      const issued = await reserve('transcript', person, content.title)
      records.set(issued.id, content)
      return issued
    },
    /** A published credential as text. */
    text: (code: string) => get(http, `/api/credentials/${code}`),
    document: async (code: string) =>
      JSON.parse(await get(http, `/api/credentials/${code}`)) as Json,
    statusList: async (number = 0) =>
      JSON.parse(await get(http, `/api/status-lists/${number}`)) as Json,
    byCode: async (code: string) => {
      const response = await http.inject(`/api/verify/${code}`)
      return { status: response.statusCode, ...response.json<Verification>() }
    },
    /** Result of POST /api/verify for a text, or for the bytes of a file. */
    verify: async (given: string | Buffer): Promise<Verification> => {
      addresses += 1
      const form = new FormData()
      if (typeof given !== 'string') form.set('file', new Blob([new Uint8Array(given)]), 'file')
      const body = typeof given === 'string' ? undefined : new Response(form)
      const response = await http.inject({
        method: 'POST',
        url: '/api/verify',
        // A new address per call avoids limits by address.
        remoteAddress: `10.1.${addresses >> 8}.${addresses & 255}`,
        headers: {
          'content-type': body?.headers.get('content-type') ?? 'application/json',
        },
        payload: body ? Buffer.from(await body.arrayBuffer()) : { credential: given },
      })
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
      return response.json()
    },
  }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>

const get = async (http: FastifyInstance, url: string): Promise<string> => {
  const response = await http.inject(url)
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${response.body}`)
  return response.body
}
