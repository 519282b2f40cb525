import type * as z from 'zod/mini'

import type { GuardianScope, LearnerAction, Relation } from '#rules/access'
import { type Guard, passesGuard, type Role } from '#rules/membership'
import type { Tier } from '#rules/tiers'

export { passesGuard }
export type { GuardianScope, LearnerAction, Relation, Role, Tier }

/**
 * Callers that an endpoint admits. Role guards also require everything `signedIn` requires; admins pass every guard.
 * - `public`: anyone.
 * - `session`: any live session, including accounts that wait for consent or verification.
 * - `enrolling`: a verified, consented, active account, including staff who have not yet set up a required second factor.
 * - `signedIn`: like `enrolling`, with any required second factor set up.
 */
export type Access = 'public' | 'session' | 'enrolling' | 'signedIn' | Guard

export const ACCOUNT_STATUSES = ['active', 'pending_consent', 'suspended', 'closing'] as const

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** Any zod schema. Contracts use zod/mini, which keeps the schemas small in a browser. */
export type Schema = z.ZodMiniType

/** Records that belong to a learner and have their own id. */
export type LearnerRecord =
  | 'transcript'
  | 'diploma'
  | 'credit entry'
  | 'attempt'
  | 'tutor conversation'
  | 'safety report'
  | 'earlier work'
  | 'outside work'

/**
 * The learner that a call is about, and the action: authorized by rules/access before the handler runs.
 * `query.learner_id` defaults to the caller; the owner of a record is looked up by `params.id`.
 */
export type LearnerUse = {
  from:
    | 'caller'
    | 'params.id'
    | 'query.learner_id'
    | 'body.learner_id'
    | `owner of ${LearnerRecord}`
  may: LearnerAction
}

/** Multipart form: text fields, and files in the field `file`. */
export type MultipartForm = {
  fields: Schema
  maxFiles: number
  /** Of each file. Default: MAX_UPLOAD. */
  maxBytes?: number
  /** By default, at least one file is required. */
  isFileOptional?: boolean
}

/** Maximum calls per period. Further calls are refused with 429, a readable message and Retry-After. */
export type Limit = {
  /** Identifies the limit in its keys: limits with the same name share a count. */
  name: string
  points: number
  seconds: number
  message: string
  /** `here`: each node counts in memory, without a database statement. Default: across all nodes. */
  counted?: 'here'
}

/** Limit that `serve` counts before the handler runs, per caller or per network (see `networkOf`). */
export type CallLimit = Limit & {
  per: 'caller' | 'network'
  /** Calls that succeed are given back: a whole school may sign in from one network. */
  ofFailures?: true
  /**
   * Above it, a call with a proof of work (header `proof-of-work`) is admitted: whoever uses up a network's share, such as a
   * school's, slows the others down and does not lock them out.
   */
  orProof?: true
}

export type Endpoint = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI style: `/api/quests/{id}`. */
  path: `/${string}`
  summary: string
  access: Access
  learner?: LearnerUse
  /** Required for writes; failed calls count as well. Handlers enforce limits by other keys, such as an email address. */
  limit?: CallLimit | readonly CallLimit[]
  /**
   * The reply depends only on rows of this learner, or of all learners in the caller's care, and on the catalog. A node serves it
   * from memory until either changes. Not for rows that other people write, such as messages.
   */
  cache?: 'learner' | 'caseload'
  /**
   * A replica may answer: slightly stale for anonymous callers, never stale for signed-in ones. Not for authorization that must
   * be revocable at once, and not for reads before a write.
   */
  reads?: 'replica'
  /** Default: every path parameter is an id. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** For `upload`. Default: one file in the field `file`, and nothing else. */
  form?: MultipartForm
  /** Default: 204, no content. */
  reply?: Schema
  /** Default: 200 if there is a reply. */
  status?: 200 | 201 | 202
  /**
   * `json` (default), `upload` (multipart in, JSON out; with a `body` also JSON in), `download` (the handler sends bytes),
   * `events` (server-sent events), `webhook` (signed JSON; the raw bytes are `request.signedBytes`).
   */
  kind?: 'json' | 'upload' | 'download' | 'events' | 'webhook'
  /**
   * Allowed while an admin is signed in as the caller, for calls that are not about a learner: exposes nothing that rules/access
   * hides from admins. Calls about a learner follow the access table; all other calls and all writes are refused.
   */
  whileActing?: true
  /**
   * Refused in a session that a sign-in card opened: changes how the person signs in, or has an effect that outlives the session.
   * Calls about a learner also follow rules/access.
   */
  notByCard?: true
  /** Answered even under overload: people who are signing in can do nothing else. */
  whileBusy?: true
  /** The caller is never identified, so the call is answered while the database is away. Only for public calls. */
  anonymous?: true
  /** Supports `Idempotency-Key`: one effect per caller and key. The handler wraps its effect in `once`. */
  idempotent?: boolean
}

export type EndpointTable = Record<string, Endpoint>

/** True if the path or input names a learner, or the reply is cached per learner. */
type IsAboutLearner<E> = E extends { cache: 'learner' }
  ? true
  : E extends {
        path: `/api/${string}learners/{id}${string}` | `/api/${string}parent/${string}{id}${string}`
      }
    ? true
    : 'learner_id' extends keyof (FieldsOf<E, 'query'> & FieldsOf<E, 'body'>)
      ? true
      : false

type FieldsOf<E, Part extends 'query' | 'body'> =
  E extends Record<Part, infer S> ? (S extends Schema ? z.input<S> : unknown) : unknown

/** Parameter names in a path. */
type NameIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never

type NeedsParams<E> = E extends { path: infer Path }
  ? [Exclude<NameIn<Path>, 'id' | `${string}_id`>] extends [never]
    ? false
    : true
  : false

/** Anonymous callers can be limited only per network. */
type LimitOf<E> = E extends { access: 'public' } ? CallLimit & { per: 'network' } : CallLimit
type OneOrMore<T> = T | readonly T[]

/** Type requirements of an endpoint beyond `Endpoint`; a table that violates them does not compile. */
type Declared<T> = {
  [K in keyof T]: (IsAboutLearner<T[K]> extends true ? { learner: LearnerUse } : unknown) &
    (NeedsParams<T[K]> extends true ? { params: Schema } : unknown) &
    (T[K] extends { method: 'GET' | 'HEAD' }
      ? { limit?: OneOrMore<LimitOf<T[K]>> }
      : { limit: OneOrMore<LimitOf<T[K]>> })
}

type Route = Pick<Endpoint, 'method' | 'path'>

/** Declares an endpoint with one method: `get('/api/quests/{id}', { summary, access, reply })`. */
const endpointOf =
  <const Method extends Route['method']>(method: Method) =>
  <const Path extends Route['path'], const Rest extends Omit<Endpoint, keyof Route>>(
    path: Path,
    rest: Rest,
  ) => ({ method, path, ...rest })

export const get = endpointOf('GET')
export const head = endpointOf('HEAD')
export const post = endpointOf('POST')
export const put = endpointOf('PUT')
export const patch = endpointOf('PATCH')
export const del = endpointOf('DELETE')

/** Declares a feature's endpoints. Routes, the typed client and the OpenAPI document derive from this table. */
export const endpoints = <const T extends EndpointTable>(table: T & Declared<T>): T => table

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** Ids have the same type as input and output. */
type Ids<E extends Endpoint> = [NameIn<E['path']>] extends [never]
  ? undefined
  : { [Name in NameIn<E['path']>]: string }

/** Input of a call: only the parts that the endpoint declares. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: Input<E['params']> }
  : Ids<E> extends undefined
    ? unknown
    : { params: Ids<E> }) &
  (E['query'] extends Schema ? { query?: Input<E['query']> } : unknown) &
  CallContent<E>

type CallContent<E extends Endpoint> = E['kind'] extends 'upload'
  ? { form: FormData } | (E['body'] extends Schema ? { body: Input<E['body']> } : never)
  : E['body'] extends Schema
    ? { body: Input<E['body']> }
    : unknown

/** Parsed input for the handler. */
export type CallOutput<E extends Endpoint> = {
  params: E['params'] extends Schema ? Output<E['params']> : Ids<E>
  query: Output<E['query']>
  /** Undefined for a multipart upload. */
  body: Output<E['body']> | (E['kind'] extends 'upload' ? undefined : never)
}

/** Parsed reply for the caller. */
export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : void

/** `/api/quests/{id}` with `{ id: 'x' }` becomes `/api/quests/x`. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
