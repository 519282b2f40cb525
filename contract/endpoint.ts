import type * as z from 'zod/mini'

import {
  type GuardianScope,
  isOpenToAdmins,
  type LearnerAction,
  type Relation,
} from '#rules/access'
import { type Guard, passesGuard, type Role } from '#rules/membership'
import type { Tier } from '#rules/tiers'

export { isOpenToAdmins, passesGuard }
export type { GuardianScope, LearnerAction, Relation, Role, Tier }

/**
 * Who may call an endpoint. Role guards also require what `signedIn` requires; admin passes every one.
 * - `public`: anyone.
 * - `session`: any live session, also of an account that still waits for consent or verification.
 * - `enrolling`: a verified, consented, active account, also of staff who have yet to set up the second factor that is asked of them.
 * - `signedIn`: a verified, consented, active account that owes nothing.
 */
export type Access = 'public' | 'session' | 'enrolling' | 'signedIn' | Guard

export const ACCOUNT_STATUSES = ['active', 'pending_consent', 'suspended', 'closing'] as const

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

/** A zod schema of any shape. Contracts use zod/mini, so that the same schemas are cheap in a browser. */
export type Schema = z.ZodMiniType

/** What belongs to a learner and has an id of its own. */
export type LearnerRecord =
  | 'transcript'
  | 'diploma'
  | 'credit entry'
  | 'attempt'
  | 'tutor conversation'
  | 'safety report'
  | 'earlier work'

/**
 * Which learner a call is about, and what is done with them: decided by rules/access before the handler runs.
 * `query.learner_id` means the caller when it is left out; the owner of a record is found by `params.id`.
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

/** A multipart form: text fields, and files in the field `file`. */
export type MultipartForm = {
  fields: Schema
  maxFiles: number
  /** Otherwise at least one file is required. */
  isFileOptional?: boolean
}

/** So many calls within so many seconds; the next one is refused with 429, a sentence for a person, and Retry-After. */
export type Limit = {
  /** Names the limit in its keys: one name, one limit. */
  name: string
  points: number
  seconds: number
  message: string
  /** `here`: by each node for itself, in memory, at the cost of no statement. Left out: across all nodes. */
  counted?: 'here'
}

/** A limit that `serve` counts before the handler runs, for each caller or for each network (see `networkOf`). */
export type CallLimit = Limit & { per: 'caller' | 'network' }

export type Endpoint = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** OpenAPI style: `/api/quests/{id}`. */
  path: `/${string}`
  summary: string
  access: Access
  learner?: LearnerUse
  /**
   * How often it may be called, also in vain; every write has one. What counts by anything else, such as an address of email,
   * is counted in the handler.
   */
  limit?: CallLimit | readonly CallLimit[]
  /**
   * The reply is made of this learner's rows, or of those of all learners in the caller's care, and the catalogue alone: a
   * node that has made it before replies from memory until either changes. Never for what another person writes into, such
   * as messages.
   */
  cache?: 'learner' | 'caseload'
  /**
   * What is read may be answered by a replica: for strangers a moment old, for whoever is signed in never. Not for what decides who may
   * see something that must close at once, and not for what is read to be changed.
   */
  reads?: 'replica'
  /** Left out: every parameter in the path is an id. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** Of an `upload`. Left out: one file in the field `file`, and nothing else. */
  form?: MultipartForm
  /** Left out: 204, no content. */
  reply?: Schema
  /** 200 when there is a reply; say 201 or 202 where it is one of those. */
  status?: 200 | 201 | 202
  /**
   * `json` (default), `upload` (multipart in, JSON out; with a `body` also JSON in), `download` (the handler sends bytes),
   * `events` (server-sent), `webhook` (JSON whose very bytes are signed: `request.signedBytes`).
   */
  kind?: 'json' | 'upload' | 'download' | 'events' | 'webhook'
  /**
   * Open to an admin who is signed in as the caller, though it is about no learner: it shows nothing that rules/access keeps
   * from admins. Calls about a learner follow from the table; everything else is closed, and all writes are.
   */
  whileActing?: true
  /** Answered also while the server is too busy for everything else: whoever signs in has nothing else that they could do. */
  whileBusy?: true
  /** Honours `Idempotency-Key`: one effect per caller and key. The handler puts its effect into `once`. */
  idempotent?: boolean
}

export type EndpointTable = Record<string, Endpoint>

/** True for a call whose address or input names a learner, or whose reply is cached for one. */
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

/** Names of the parameters in a path. */
type NameIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NameIn<Rest>
  : never

type NeedsParams<E> = E extends { path: infer Path }
  ? [Exclude<NameIn<Path>, 'id' | `${string}_id`>] extends [never]
    ? false
    : true
  : false

/** Visitors are told apart by their networks alone. */
type LimitOf<E> = E extends { access: 'public' } ? CallLimit & { per: 'network' } : CallLimit
type OneOrMore<T> = T | readonly T[]

/** What the type of an endpoint requires beyond `Endpoint`; a table without it does not compile. */
type Declared<T> = {
  [K in keyof T]: (IsAboutLearner<T[K]> extends true ? { learner: LearnerUse } : unknown) &
    (NeedsParams<T[K]> extends true ? { params: Schema } : unknown) &
    (T[K] extends { method: 'GET' | 'HEAD' }
      ? { limit?: OneOrMore<LimitOf<T[K]>> }
      : { limit: OneOrMore<LimitOf<T[K]>> })
}

type Route = Pick<Endpoint, 'method' | 'path'>

/** Declares an endpoint of one method: `get('/api/quests/{id}', { summary, access, reply })`. */
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

/** Declares a feature's calls. The same table makes the routes, the typed client and the OpenAPI document. */
export const endpoints = <const T extends EndpointTable>(table: T & Declared<T>): T => table

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** One form for both sides: an id is the same in and out. */
type Ids<E extends Endpoint> = [NameIn<E['path']>] extends [never]
  ? undefined
  : { [Name in NameIn<E['path']>]: string }

/** What the caller sends: the parts that the endpoint declares, and only those. */
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

/** What the handler receives, parsed. */
export type CallOutput<E extends Endpoint> = {
  params: E['params'] extends Schema ? Output<E['params']> : Ids<E>
  query: Output<E['query']>
  /** Undefined when an upload came instead. */
  body: Output<E['body']> | (E['kind'] extends 'upload' ? undefined : never)
}

/** What the caller gets back. */
export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : void

/** `/api/quests/{id}` with `{ id: 'x' }` becomes `/api/quests/x`. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
