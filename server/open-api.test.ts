import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { createConfig, lintFromString } from '@redocly/openapi-core'
import generateTypes from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { TABLES } from '#contract/tables'
import { ENDPOINTS, nameOf } from '#testing/every-endpoint'
import { recordConsent } from '#testing/family-builder'
import { bombPng } from '#testing/sample-files'
import { startApp, type TestApp } from '#testing/start-app'

const ROOT = path.join(import.meta.dirname, '..')

type Operation = {
  operationId: string
  security?: unknown[]
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

// The calls of the client's specification, in its order.
const SPECIFIED = `
  GET /api/auth/me
  POST /api/auth/login
  POST /api/auth/register
  POST /api/auth/logout
  POST /api/auth/refresh
  GET /api/community/friends
  GET /api/community/friends/activity
  POST /api/community/friends/request
  POST /api/community/friends/accept/{id}
  DELETE /api/community/friends/decline/{id}
  DELETE /api/community/friends/cancel/{id}
  GET /api/parents/my-children
  GET /api/parent/dashboard/{id}
  GET /api/parent/calendar/{id}
  GET /api/parent/progress/{id}
  GET /api/parent/insights/{id}
  GET /api/tutor/parent/conversations/{id}
  GET /api/tutor/parent/conversations/{id}/messages
  GET /api/tutor/parent/safety-reports/{id}
  GET /api/tutor/parent/settings/{id}
  PUT /api/tutor/parent/settings/{id}
  POST /api/parent/evidence/{id}
  GET /api/settings
  GET /api/health`

const listOf = (lines: string) => lines.trim().split(/\n\s*/)

let app: TestApp
let text: string
let document: Document
beforeAll(async () => {
  app = await startApp()
  text = (await app.http.inject('/api/openapi.json')).body
  document = JSON.parse(text) as Document
})
afterAll(() => app.stop())

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

test('has the calls that the client’s specification names', () => {
  expect(described()).toEqual(expect.arrayContaining(listOf(SPECIFIED)))
})

test('has every endpoint table of the contract', async () => {
  const folder = path.join(ROOT, 'contract')
  const files = (await readdir(folder)).filter((file) => file !== 'tables.ts')
  const modules = await Promise.all(
    files.map((file): Promise<object> => import(path.join(folder, file))),
  )
  const tables = modules
    .flatMap((each): unknown[] => Object.values(each))
    .filter((each) =>
      Object.values(each ?? {}).some((call) => Object.hasOwn(Object(call), 'access')),
    )
  const listed = new Set<unknown>(Object.values(TABLES))
  expect(
    tables.filter((table) => !listed.has(table)).map((table) => Object.keys(Object(table))),
  ).toEqual([])
})

test('describes calls that there are', async () => {
  for (const { method, path } of ENDPOINTS) {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    expect(app.http.hasRoute({ method, url }), `${method} ${path}`).toBe(true)
  }
})

test('says what goes in, what comes out, what needs no session, and what is limited', async () => {
  for (const endpoint of ENDPOINTS) {
    const { method, path, access, kind, body, query, reply, status = 200 } = endpoint
    const name = nameOf(endpoint)
    const operation = document.paths[path]?.[method.toLowerCase()]
    expect(operation?.security, name).toEqual(access === 'public' ? [] : undefined)
    const places = new Set(operation?.parameters?.map((parameter) => parameter.in))
    expect(places.has('path'), name).toBe(path.includes('{'))
    expect(places.has('query'), name).toBe(query !== undefined)
    const headers = operation?.parameters?.filter((parameter) => parameter.in === 'header') ?? []
    const limits = [endpoint.limit ?? []].flat()
    expect(
      headers.map((header) => header.name),
      name,
    ).toEqual([
      ...(endpoint.idempotent ? ['idempotency-key'] : []),
      ...(limits.some(({ orProof }) => orProof) ? ['proof-of-work'] : []),
    ])
    const types = Object.keys(operation?.requestBody?.content ?? {})
    expect(types, name).toEqual([
      ...(body ? ['application/json'] : []),
      ...(kind === 'upload' ? ['multipart/form-data'] : []),
    ])
    const statuses = Object.keys(operation?.responses ?? {})
    expect(
      statuses.filter((each) => each.startsWith('2')),
      name,
    ).toHaveLength(1)
    expect('429' in operation!.responses, name).toBe(endpoint.limit !== undefined)
    if (!reply) continue
    const answer = operation?.responses[String(status)]?.content?.['application/json']
    expect(answer?.schema, name).toBeDefined()
  }
})

type Described = {
  type?: string
  format?: string
  properties?: Record<string, Described>
  required?: string[]
  items?: Described
  enum?: unknown[]
  const?: unknown
  anyOf?: Described[]
  oneOf?: Described[]
  allOf?: Described[]
  pattern?: string
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  minItems?: number
  default?: unknown
  $ref?: string
}

const FORMATS: Record<string, string> = {
  uuid: '7b0e4f0e-0000-4000-8000-000000000000',
  email: 'ada@example.org',
  uri: 'https://example.org/',
  date: '2026-03-02',
  'date-time': '2026-03-02T10:00:00.000Z',
}

/** An example of a schema: with every property, or with the required ones only. */
const exampleOf = (schema: Described, all: boolean): unknown => {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    return exampleOf(document.components.schemas[name] as Described, all)
  }
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return exampleOf(choice, all)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => exampleOf(each, all)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const named = Object.entries(schema.properties ?? {}).filter(
      ([name]) => all || schema.required?.includes(name),
    )
    return Object.fromEntries(named.map(([name, each]) => [name, exampleOf(each, all)]))
  }
  if (schema.type === 'array') {
    return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items!, all))
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return FORMATS[schema.format ?? ''] ?? 'a'.repeat(Math.max(1, schema.minLength ?? 1))
}

/** Structural errors of a body, as opposed to refinements, which the document does not describe. */
const shapeIssues = (schema: z.ZodMiniType, body: unknown): string[] =>
  (schema.safeParse(body).error?.issues ?? [])
    .filter(({ code }) => code !== 'custom' && code !== 'invalid_format')
    .map(({ path: at, message }) => `${at.join('.')}: ${message}`)

test('describes bodies that are taken, with everything in them and with what is required alone', async () => {
  for (const endpoint of ENDPOINTS) {
    const { method, path, body } = endpoint
    const content = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content
    const json = content?.['application/json']?.schema
    if (!body || !json) continue
    for (const all of [true, false]) {
      const example = exampleOf(json, all)
      expect([nameOf(endpoint), shapeIssues(body, example)]).toEqual([nameOf(endpoint), []])
    }
  }
})

/** The body of a multipart request, according to the document. */
const formOf = ({ properties = {}, required = [] }: Described, all: boolean) => {
  const form = new FormData()
  for (const [name, each] of Object.entries(properties)) {
    // If the file is optional, another field must be present.
    if (!all && !required.includes(name) && name !== 'file') continue
    if (name === 'file')
      form.append(
        name,
        new File([new Uint8Array(bombPng(1, 1))], 'pixel.png', { type: 'image/png' }),
      )
    else form.append(name, String(exampleOf(each, all)))
  }
  return form
}

test('describes forms that are taken, with everything in them and with what is required alone', async () => {
  const mother = await app.person({ role: 'parent', dateOfBirth: '1985-04-02' })
  const child = await app.person({ dateOfBirth: app.birthdayAt(10) })
  await recordConsent(app, child, mother)
  const admin = await app.person({ role: 'admin' })
  const uploads = ENDPOINTS.filter(({ kind }) => kind === 'upload')
  for (const endpoint of uploads) {
    const { method, path } = endpoint
    const content = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content
    const schema = content!['multipart/form-data']!.schema as Described
    for (const all of [true, false]) {
      const { headers } = path.startsWith('/api/parent/') ? mother : admin
      const url = path.replace('{id}', child.id)
      const response = await app.http.inject({ method, url, headers, payload: formOf(schema, all) })
      const fields = Object.keys(response.json().error?.fields ?? {})
      // An image is not a calendar, and the task does not exist: other errors are irrelevant here.
      const missing = fields.filter((name) => !all && !schema.required?.includes(name))
      const unknown = fields.filter((name) => !(name in schema.properties!))
      expect([nameOf(endpoint), response.statusCode === 415, missing, unknown]).toEqual([
        nameOf(endpoint),
        false,
        [],
        [],
      ])
    }
  }
  expect(document.paths['/api/parent/evidence/{id}']?.post).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            required: ['task_id'],
            properties: { task_id: {}, caption: {}, text: {}, file: { type: 'array' } },
          },
        },
      },
    },
  })
})

/** Paths of unbounded lists in a schema. */
const endlessLists = (schema: unknown, at = ''): string[] => {
  if (schema === null || typeof schema !== 'object') return []
  const isEndless = 'type' in schema && schema.type === 'array' && !('maxItems' in schema)
  return [
    ...(isEndless ? [at] : []),
    ...Object.entries(schema).flatMap(([key, inner]) => endlessLists(inner, `${at}/${key}`)),
  ]
}

test('has an end for every list that is sent: what is wrong in it is looked at entry by entry', async () => {
  const sent = ENDPOINTS.flatMap(({ method, path, body, query }) =>
    [body, query].map((schema) => {
      const written = schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      return endlessLists(written, `${method} ${path}`)
    }),
  )
  expect(sent.flat()).toEqual([])
})

test('gives each call its name in the table, and shared schemas the names that the contract has for them', () => {
  expect(document.paths['/api/quests/{id}/start']?.post?.operationId).toBe('startQuest')
  const answer = document.paths['/api/quests/{id}/start']?.post?.responses['200']
  expect(answer?.content?.['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/Quest',
  })
  expect(document.components.schemas).toHaveProperty('QuestCard')
})

test('has no fault that redocly lint knows', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  expect(
    problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([])
})

const PROGRAM = `
import type { components, operations, paths } from './api.ts'

type Body<R> = R extends { content: { 'application/json': infer B } } ? B : never
export const titles = (page: Body<operations['listQuests']['responses'][200]>): string[] =>
  page.items.map((card: components['schemas']['QuestCard']) => card.title)
export const signIn: Body<paths['/api/auth/login']['post']['requestBody']> = {
  email: 'ada@example.org',
  password: 'secret',
}
// @ts-expect-error a sign-in without a password
export const incompleteSignIn: typeof signIn = { email: 'ada@example.org' }
`

test('becomes a typed client that compiles', async () => {
  const folder = await mkdtemp(path.join(ROOT, 'node_modules', '.open-api-'))
  try {
    await writeFile(path.join(folder, 'api.ts'), await generateTypes(JSON.parse(text)))
    await writeFile(path.join(folder, 'program.ts'), PROGRAM)
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc')
    const options =
      '--ignoreConfig --noEmit --strict --module nodenext --allowImportingTsExtensions'
    const { status, stdout } = spawnSync(
      process.execPath,
      [tsc, ...options.split(' '), '--types', '', 'program.ts'],
      { cwd: folder, encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([0, ''])
  } finally {
    await rm(folder, { recursive: true })
  }
})
