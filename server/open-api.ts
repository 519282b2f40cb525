import { readdir } from 'node:fs/promises'
import path from 'node:path'

import * as z from 'zod/mini'

import type { Endpoint, EndpointTable, Schema } from '#contract/endpoint'
import { paths as pages } from '#contract/paths'
import { TABLES, type Tables } from '#contract/tables'
import { paramsOf } from '#platform/http'

// The OpenAPI document, derived from the contract only. Operations are named as in their tables; a schema exported by contract/
// becomes a component with that name.

const CONTRACT = path.join(import.meta.dirname, '../contract')

/** Description of each table's calls. */
const ABOUT: Record<keyof Tables, string> = {
  academy: 'Agreements with the academy, signed on paper and put on record',
  advising: 'Advisors’ work with the learners in their care',
  audit: 'The audit log',
  auth: 'Registering, signing in, and sessions',
  authoring: 'Writing quests and badges',
  badges: 'Badges, who earned them, and the constellation',
  calendar: 'Calendars, events and subscription links',
  caseload: 'Caseloads and handovers',
  connections: 'Friends, blocking and quest groups',
  consent: 'Guardians’ consent for a child',
  consultations: 'Free half-hour consultations: slots, bookings and teachers’ availability',
  credentials: 'Signed credentials and their verification',
  credits: 'Credits by subject, and the evidence for them',
  diplomaPlan: 'Versioned diploma requirements',
  diploma: 'Diplomas, certificates and progress towards them',
  earlierWork: 'Work imported from other sites',
  events: 'Live change events for open browsers',
  files: 'Uploads and files',
  groups: 'Advisors’ groups of learners: progress, plans and announcements',
  guardians: 'Guardians, and the disclosure log',
  invitations: 'Inviting people, and setting up the site',
  learners: 'Access to learners',
  weeklyEmails: 'Email choices, through the link in an email',
  messages: 'Conversations between people',
  notifications: 'Notifications and their preferences',
  operations: 'Site health and background jobs',
  parents: 'Children’s progress, for their guardians',
  pathways: 'Pathways through several quests',
  people: 'Account administration',
  plan: 'A learner’s plan and open proposals',
  portfolio: 'Portfolios and the links to them',
  outsideWork: 'Work outside of the site, confirmed by a witness',
  practice: 'Exercises, and what is mastered',
  privacy: 'Data export and account deletion',
  profile: 'The caller’s profile and picture',
  progress: 'Experience and the dashboard',
  quests: 'Quests, tasks, and handing in',
  reviews: 'Reviewing learners’ work',
  rosters: 'Rosters that schools import, and tables to export',
  safety: 'Safety reports and crisis helplines',
  schoolSignIn: 'Signing in with the school’s account',
  secondFactor: 'Passkeys, authenticator apps and recovery codes',
  signInCards: 'Sign-in cards and sign-in names of young learners',
  site: 'The site itself',
  siteSettings: 'The site’s name and appearance',
  status: 'What works, and what did not recently',
  subscription: 'Subscription tiers and payments',
  transcript: 'Grades, transcripts and their private links',
  tutor: 'Tutor conversations and family settings',
}

type Json = Record<string, unknown>

/** Exported schemas, by name. */
const readSchemas = async (): Promise<Record<string, Schema>> => {
  const files = (await readdir(CONTRACT)).filter((file) => file.endsWith('.ts'))
  const modules: object[] = await Promise.all(
    files.map((file) => import(path.join(CONTRACT, file)) as Promise<object>),
  )
  const exported: [string, unknown][] = modules.flatMap((each) => Object.entries(each))
  return Object.fromEntries(
    exported.filter((each): each is [string, Schema] => isNamedSchema(...each)),
  )
}

const isNamedSchema = (name: string, value: unknown) =>
  /^[A-Z]/.test(name) && Object.hasOwn(Object(value), '_zod')

const ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string', description: 'For a person' },
        fields: {
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Error messages by input field',
        },
      },
    },
  },
}

const IDEMPOTENCY_KEY = {
  name: 'idempotency-key',
  in: 'header',
  description: 'One effect per caller and key, however often the request arrives',
  schema: { type: 'string', maxLength: 200 },
}

const PROOF_OF_WORK = {
  name: 'proof-of-work',
  in: 'header',
  description:
    'After 429 `proof_needed`: base64 of JSON, the `challenge` from /api/challenge and its ALTCHA `solution`. Each admits one call',
  schema: { type: 'string' },
}

const FILE = { type: 'string', format: 'binary' }

const multipartOf = ({ form }: Endpoint): Json => {
  const { properties = {}, required = [] } = (form ? writeSchema(form.fields, 'input') : {}) as {
    properties?: Json
    required?: string[]
  }
  const { maxFiles = 1, isFileOptional = false } = form ?? {}
  const file = maxFiles === 1 ? FILE : { type: 'array', maxItems: maxFiles, items: FILE }
  return {
    schema: {
      type: 'object',
      required: [...required, ...(isFileOptional ? [] : ['file'])],
      properties: { ...properties, file },
    },
  }
}

/** Content type and status depend on the call. */
const BYTES = {
  description: 'What was asked for',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
}

/** @param publicUrl URL of the API, without a trailing slash */
export const describeContract = async (publicUrl: string): Promise<Json> => {
  const { referTo, components } = referrer(await readSchemas())
  const paths: Record<string, Json> = {}
  for (const [tag, table] of Object.entries<EndpointTable>(TABLES)) {
    for (const [operationId, endpoint] of Object.entries(table)) {
      const operation = { operationId, tags: [tag], ...operationOf(endpoint, referTo) }
      ;(paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lodestar',
      version: '1',
      license: { name: 'Terms of use', url: `${publicUrl}${pages.terms}` },
    },
    servers: [{ url: publicUrl }],
    security: [{ bearer: [] }],
    tags: Object.entries(ABOUT).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      responses: {
        Error: {
          description: 'Refused, or failed',
          content: { 'application/json': { schema: ERROR } },
        },
        TooMany: {
          description: 'Called too often',
          headers: {
            'Retry-After': {
              description: 'Seconds to wait',
              schema: { type: 'integer', minimum: 1 },
            },
          },
          content: { 'application/json': { schema: ERROR } },
        },
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

type ReferTo = (schema: Schema, io: 'input' | 'output') => Json

/** Converts schemas; a named one is written once, as a component, on first reference. */
const referrer = (schemas: Record<string, Schema>): { referTo: ReferTo; components: Json } => {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(schemas)) names.add(schema, { id })
  const components: Json = {}
  return {
    components,
    referTo: (schema, io) => {
      const { $defs = {}, ...written } = inComponents(writeSchema(schema, io, names))
      for (const [name, definition] of Object.entries($defs as Json)) {
        components[name] ??= definition
        if (JSON.stringify(components[name]) !== JSON.stringify(definition)) {
          throw new Error(`${name} is not the same in requests and in replies: it takes two names`)
        }
      }
      return written
    },
  }
}

const inComponents = (json: Json): Json =>
  JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json

const writeSchema = (
  schema: Schema,
  io: 'input' | 'output',
  metadata = z.registry<{ id: string }>(),
): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    // Replies may gain fields.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return json
}

const operationOf = (endpoint: Endpoint, referTo: ReferTo): Json => {
  const { summary, access, limit, idempotent, query, reply, status = 200, kind } = endpoint
  const parameters = [
    ...parametersOf('path', paramsOf(endpoint)),
    ...parametersOf('query', query),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ...([limit ?? []].flat().some(({ orProof }) => orProof) ? [PROOF_OF_WORK] : []),
  ]
  const content = contentOf(endpoint, referTo)
  const error = { $ref: '#/components/responses/Error' }
  return {
    summary,
    security: access === 'public' ? [] : undefined,
    parameters,
    requestBody: content && { required: true, content },
    responses: {
      ...(reply
        ? {
            [status]: {
              description: 'Done',
              content: { 'application/json': { schema: referTo(reply, 'output') } },
            },
          }
        : kind === 'download' || kind === 'events'
          ? { '2XX': BYTES }
          : { 204: { description: 'Done' } }),
      ...(limit ? { 429: { $ref: '#/components/responses/TooMany' } } : {}),
      '4XX': error,
      '5XX': error,
    },
  }
}

const contentOf = (endpoint: Endpoint, referTo: ReferTo): Json | undefined => {
  const { kind, body } = endpoint
  const json = body && { 'application/json': { schema: referTo(body, 'input') } }
  return kind === 'upload' ? { ...json, 'multipart/form-data': multipartOf(endpoint) } : json
}

const parametersOf = (place: 'path' | 'query', schema: Schema | undefined): Json[] => {
  if (!schema) return []
  const { properties, required = [] } = writeSchema(schema, 'input') as {
    properties: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}
