import { expect, test } from 'vitest'

import { readConfig } from './index.ts'

const REACHABLE = { NODE_ENV: 'production', PUBLIC_URL: 'https://school.example' }

test.each<[string, Record<string, string>]>([
  ['without any setting', {}],
  ['on the other loopback', { HOST: '::1' }],
  ['by name', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080/' }],
  ['behind a development server', { PUBLIC_URL: 'http://127.0.0.1:5173' }],
  ['under a name of its own', { PUBLIC_URL: 'http://lodestar.localhost' }],
])('%s the site is for this machine alone', (_, env) => {
  expect(readConfig(env).isLocal).toBe(true)
})

test.each<[string, Record<string, string>]>([
  ['in production', { NODE_ENV: 'production' }],
  ['on every interface', { HOST: '0.0.0.0' }],
  ['on every interface, IPv6', { HOST: '::' }],
  ['on an address of the network', { HOST: '192.168.1.5' }],
  ['with a public name', { PUBLIC_URL: 'https://school.example' }],
  ['with a name that only begins like a local one', { PUBLIC_URL: 'http://localhost.example' }],
  ['with an address that only begins like a local one', { PUBLIC_URL: 'http://127.0.0.1.example' }],
  ['behind a proxy', { TRUST_PROXY: 'loopback' }],
  ['as a school runs it', REACHABLE],
])('%s others can reach the site', (_, env) => {
  expect(readConfig(env).isLocal).toBe(false)
})

test('proxies are listed by address, range or name, with or without spaces', () => {
  const list = ' 127.0.0.1 , 10.0.0.0/8,uniquelocal, ::1'
  expect(readConfig({ TRUST_PROXY: list }).TRUST_PROXY).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    'uniquelocal',
    '::1',
  ])
})

test.each(['a, b', 'true', '1', '10.0.0.0/99', '127.0.0.1;10.0.0.1', ','])(
  'TRUST_PROXY=%s is refused with a sentence, among everything else that is wrong',
  (list) => {
    expect(() => readConfig({ TRUST_PROXY: list, PORT: '-1' })).toThrow(
      /The configuration cannot be used:\n(.*\n)*  TRUST_PROXY: must list the addresses of your proxies/,
    )
  },
)
