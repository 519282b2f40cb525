import fc from 'fast-check'
import * as z from 'zod/mini'

import type { Endpoint, Schema } from '#contract/endpoint'

// Hostile requests: nearly valid, to get far, and plainly invalid.

export type HostileRequest = {
  method: Endpoint['method']
  url: string
  headers: Record<string, string>
  payload: string
}

const NASTY_STRINGS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202egnp.exe',
  '\uffff',
  '__proto__',
  'constructor',
  "' or 1=1 --",
  '%00',
  '%',
  '\\',
  '$1',
  '{"a":1}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://',
  'null',
  'NaN',
  '-1',
  '1e999',
  '99999999999999999999',
  '0x10',
  '2024-02-30',
  '9999-12-31',
  '0000-00-00',
  '-271821-04-20',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'Europe/../etc',
  'a'.repeat(5000),
  '👩‍👩‍👧'.repeat(50),
  'é'.normalize('NFD'),
  `x${'\u0345\u0334'.repeat(40)}`,
]

const PLAIN_STRINGS = [
  'Ada',
  'A sentence.',
  'ada@example.org',
  'Str0ng-enough!',
  '2001-02-03',
  '60',
]

const nastyString = fc.oneof(
  fc.constantFrom(...PLAIN_STRINGS),
  fc.constantFrom(...NASTY_STRINGS),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
)

const nastyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 1e-308),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
)

const deep = fc
  .integer({ min: 30, max: 3000 })
  .map((depth) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown)

const polluting = fc.constantFrom(
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"role":"admin","xp":1000000,"subscription_tier":"enterprise"}',
)

const anything: fc.Arbitrary<unknown> = fc.oneof(
  nastyString,
  nastyNumber,
  fc.boolean(),
  fc.constant(null),
  deep,
  fc.anything({ maxDepth: 3, withObjectString: false }),
  fc.array(nastyString, { maxLength: 40 }),
)

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Values of a schema's shape with hostile, valid or mistyped leaves. */
const nearly = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(nearly))
  if (schema.const !== undefined) return mostly(fc.constant(schema.const))
  if (schema.enum) return mostly(fc.constantFrom(...schema.enum))
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return fc.record(
      {
        ...Object.fromEntries(fields.map(([name, field]) => [name, mostly(nearly(field))])),
        role: fc.constant('admin'),
      },
      { requiredKeys: [] },
    )
  }
  if (schema.type === 'array') return fc.array(nearly(schema.items ?? {}), { maxLength: 5 })
  if (schema.type === 'number' || schema.type === 'integer') return nastyNumber
  if (schema.type === 'boolean') return fc.boolean()
  return schema.type === 'string' ? nastyString : anything
}

const mostly = (right: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: right, weight: 6 }, { arbitrary: anything, weight: 1 })

const shapeOf = (schema: Schema | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : {}

// JSON.stringify throws for some values from fast-check.
const asJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '{'
  }
}

const payloadFor = (schema: Schema | undefined): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: nearly(shapeOf(schema)).map(asJson), weight: 8 },
    { arbitrary: anything.map(asJson), weight: 2 },
    { arbitrary: polluting, weight: 1 },
    { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        '{"a":',
        '[',
        '\ufeff{}',
        '{"a":1,"a":2}',
        '"'.padEnd(1_200_000, 'x'),
      ),
      weight: 1,
    },
  )

/** Malformed URLs that programs can send: invalid percent escapes, and repeated parameters. */
const inUrl = (value: unknown): string => {
  const text = typeof value === 'string' ? value : asJson(value)
  return text.isWellFormed() ? encodeURIComponent(text).slice(0, 900) : '%ed%a0%80'
}

const queryFor = (schema: Schema | undefined): fc.Arbitrary<string> => {
  const wanted = shapeOf(schema).properties ?? {}
  const names = [...Object.keys(wanted), '__proto__', 'limit[]', 'x']
  const pair = fc.oneof(
    ...names.map((name) =>
      mostly(nearly(wanted[name] ?? {})).map((value) => `${inUrl(name)}=${inUrl(value)}`),
    ),
  )
  return fc.oneof(
    { arbitrary: fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join('&')), weight: 6 },
    { arbitrary: fc.constantFrom('%', '%00=%00', '%ff=%fe', '=&=&', 'a[b][c]=1'), weight: 1 },
  )
}

const pathFor = (endpoint: Endpoint, ids: string[]): fc.Arbitrary<string> => {
  const values = fc.oneof(
    { arbitrary: fc.constantFrom(...ids), weight: 4 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: nastyString.map((text) => inUrl(text).slice(0, 700)), weight: 2 },
    { arbitrary: fc.constantFrom('%', '%ff', '..', '%2e%2e%2f', '.', ''), weight: 1 },
  )
  return values.map((value) => endpoint.path.replace(/\{\w+\}/, () => value))
}

const header = (...values: string[]) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...values), weight: 3 },
    { arbitrary: fc.string({ maxLength: 300 }), weight: 1 },
  )

const otherHeaders = fc.record(
  {
    'idempotency-key': header('k', 'x'.repeat(200), 'x'.repeat(201), 'é', ''),
    'x-csrf-token': header('', 'null'),
    cookie: header('a=b; a=c', 'csrf_token=x', 'theme=dark', 'session=%ff'),
    accept: header('*/*', 'text/html'),
    'accept-encoding': header('br', 'gzip;q=0', 'nonsense'),
    'user-agent': header('', 'x'.repeat(8000)),
    range: header('bytes=0-', 'bytes=5-1', 'bytes=-0', 'lines=1'),
    'if-none-match': header('*', '"x"'),
    'tus-resumable': header('1.0.0', '0.2'),
    'upload-length': header('10', '-1', '1e3', '99999999999999'),
    'upload-offset': header('0', '-1', '99'),
    'upload-metadata': header('filename YQ==', 'filename', ',,,'),
    'x-forwarded-for': header('1.2.3.4', '::1', 'x'),
  },
  { requiredKeys: [] },
)

const headersFor = (endpoint: Endpoint): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(otherHeaders, contentTypeFor(endpoint))
    .map(([headers, type]) => ({ ...headers, ...(type ? { 'content-type': type } : {}) }))

const contentTypeFor = (endpoint: Endpoint) => {
  const usual = endpoint.kind === 'upload' ? 'multipart/form-data; boundary=x' : 'application/json'
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight: 12 },
    {
      arbitrary: fc.constantFrom(
        '',
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/json; charset=utf-16',
        'application/offset+octet-stream',
        '/',
      ),
      weight: 2,
    },
  )
}

/** @param ids existing ids, so that some requests reach them */
export const hostileRequest = (endpoint: Endpoint, ids: string[]): fc.Arbitrary<HostileRequest> =>
  fc
    .record({
      path: pathFor(endpoint, ids),
      query: queryFor(endpoint.query),
      headers: headersFor(endpoint),
      payload: payloadFor(endpoint.body),
    })
    .map(({ path, query, headers, payload }) => ({
      method: endpoint.method,
      url: query ? `${path}?${query}` : path,
      headers,
      payload: endpoint.method === 'GET' || endpoint.method === 'HEAD' ? '' : payload,
    }))

/** Paths outside the endpoint tables: pages, assets, nonsense. */
export const hostilePath: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('//', '//[', '/\\', '/assets/../../package.json', '/assets/%2e%2e/x', '/assets/'),
  fc
    .tuple(
      fc.constantFrom('/', '/portfolio/', '/public/diploma/', '/assets/', '/api/', '/api', '/x/'),
      fc.oneof(nastyString.map(inUrl), fc.constantFrom('%', '%00', '%ff', '..%2f..%2f', '?', '#')),
    )
    .map(([start, rest]) => start + rest),
)
