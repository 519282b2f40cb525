import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { RosterFile } from '#rules/roster'
import type { Roster } from '#testing/roster-builder'

type Fault = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean

export type RosterService = {
  /** Environment of a site that reads it. */
  env: Record<string, string>
  /** Replaces the roster that it serves. */
  serve: (roster: Roster) => void
  /** Called before each request; true if it has answered. */
  fault: Fault | undefined
  requests: string[]
  /** Tokens given so far; only the last is accepted. */
  tokens: number
  withLinks: boolean
  withTotal: boolean
  pageSize: number
  stop: () => Promise<void>
}

const reference = (sourcedId: string | undefined, type: string) =>
  sourcedId ? { sourcedId, type, href: `https://sis.example/${type}/${sourcedId}` } : undefined
const references = (ids: string | undefined, type: string) =>
  (ids ?? '')
    .split(',')
    .filter(Boolean)
    .map((id) => reference(id, type))

/** Records of the JSON binding for rows of the CSV binding. */
const recordsOf = (roster: Roster, file: RosterFile): object[] =>
  roster[file].map((row) => {
    const common = { sourcedId: row['sourcedId'], status: row['status'] || 'active' }
    const plain = Object.fromEntries(
      Object.entries(row).filter(([name]) => !/SourcedIds?$/.test(name)),
    )
    const org = (id: string | undefined) => reference(id, 'org')
    switch (file) {
      case 'orgs':
        return { ...plain, ...common, parent: org(row['parentSourcedId']) }
      case 'academicSessions':
        return { ...plain, ...common, parent: reference(row['parentSourcedId'], 'academicSession') }
      case 'courses':
        return {
          ...plain,
          ...common,
          schoolYear: reference(row['schoolYearSourcedId'], 'academicSession'),
          org: org(row['orgSourcedId']),
        }
      case 'classes':
        return {
          ...plain,
          ...common,
          grades: (row['grades'] ?? '').split(','),
          course: reference(row['courseSourcedId'], 'course'),
          school: org(row['schoolSourcedId']),
          terms: references(row['termSourcedIds'], 'academicSession'),
        }
      case 'users':
        return {
          ...plain,
          ...common,
          enabledUser: row['enabledUser'] === 'true',
          agents: references(row['agentSourcedIds'], 'user'),
          primaryOrg: org(row['primaryOrgSourcedId']),
          roles: roster.roles
            .filter(({ userSourcedId }) => userSourcedId === row['sourcedId'])
            .map(({ roleType, role, orgSourcedId }) => ({
              roleType,
              role,
              org: org(orgSourcedId),
            })),
        }
      case 'enrollments':
        return {
          ...plain,
          ...common,
          primary: row['primary'] === 'true',
          class: reference(row['classSourcedId'], 'class'),
          school: org(row['schoolSourcedId']),
          user: reference(row['userSourcedId'], 'user'),
        }
      default:
        return { ...plain, ...common }
    }
  })

const BASE = '/ims/oneroster/rostering/v1p2'

/** A OneRoster 1.2 rostering service with a token endpoint, over HTTP on this machine. */
export const startRosterService = async (roster: Roster): Promise<RosterService> => {
  let served = roster
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    service.requests.push(`${request.method} ${url.pathname}${url.search}`)
    if (service.fault?.(request, response, url)) return
    const send = (status: number, body: object, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    if (url.pathname === '/token') {
      const expected = `Basic ${Buffer.from('lodestar:a%20secret').toString('base64')}`
      if (request.method !== 'POST' || request.headers.authorization !== expected) {
        send(401, { error: 'invalid_client' })
        return
      }
      service.tokens += 1
      send(200, { access_token: `token-${service.tokens}`, token_type: 'bearer', expires_in: 3600 })
      return
    }
    if (request.headers.authorization !== `Bearer token-${service.tokens}`) {
      send(401, { imsx_codeMajor: 'failure' })
      return
    }
    const collection = url.pathname.replace(`${BASE}/`, '') as RosterFile
    if (!(collection in served) || collection === 'roles') {
      send(404, { imsx_codeMajor: 'failure' })
      return
    }
    const all = recordsOf(served, collection)
    const limit = Math.min(Number(url.searchParams.get('limit')), service.pageSize)
    const offset = Number(url.searchParams.get('offset'))
    const next = `http://${request.headers.host}${url.pathname}?limit=${limit}&offset=${offset + limit}`
    send(
      200,
      { [collection]: all.slice(offset, offset + limit) },
      {
        ...(service.withTotal ? { 'x-total-count': String(all.length) } : {}),
        ...(service.withLinks && offset + limit < all.length
          ? { link: `<${next}>; rel="next", <${next}>; rel="last"` }
          : {}),
      },
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: RosterService = {
    env: {
      ONEROSTER_URL: origin,
      ONEROSTER_TOKEN_URL: `${origin}/token`,
      ONEROSTER_CLIENT_ID: 'lodestar',
      ONEROSTER_CLIENT_SECRET: 'a secret',
    },
    serve: (roster) => {
      served = roster
    },
    fault: undefined,
    requests: [],
    tokens: 0,
    withLinks: true,
    withTotal: true,
    pageSize: 1000,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}
