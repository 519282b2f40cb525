import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Provider } from 'oidc-provider'

type Claims = Record<string, unknown>

export type SchoolProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Claims by account name. */
  people: Record<string, Claims>
  /**
   * Signs in at the provider and consents, as a browser does. Returns the query of the redirect.
   * @param cookies of the browser, by name; a browser that has some may still be signed in at the provider
   */
  signIn: (url: string, name: string, cookies?: Map<string, string>) => Promise<string>
  stop: () => Promise<void>
}

/** A real OpenID Connect provider (oidc-provider) on this machine. */
export const startSchoolProvider = async (redirectUri: string): Promise<SchoolProvider> => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = 'lodestar'
  const clientSecret = 'a secret between the two of them'
  const people: Record<string, Claims> = {}
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    // Claims are in the ID token, as with Google and Entra.
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub', 'hd', 'tid'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
    },
    pkce: { required: () => true },
    findAccount: (_context, name) => ({
      accountId: name,
      claims: () => ({ sub: name, ...people[name] }),
    }),
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    cookies: { keys: ['only the tests use this'] },
  })
  provider.on('server_error', (_context, error) => console.error(error))
  server.on('request', provider.callback())

  const signIn = async (start: string, name: string, jar = new Map<string, string>()) => {
    let url = start
    let form: URLSearchParams | undefined
    while (!url.startsWith(redirectUri)) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
        ...(form && { method: 'POST', body: form }),
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value) jar.set(key, value)
        else jar.delete(key)
      }
      const next = response.headers.get('location')
      if (next) {
        url = new URL(next, url).href
        form = undefined
        continue
      }
      const page = await response.text()
      const [, action = ''] = /<form[^>]* action="([^"]+)"/.exec(page) ?? []
      if (!action) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`)
      url = new URL(action, url).href
      form = new URLSearchParams({ login: name, password: 'any' })
      for (const [, field = '', value = ''] of page.matchAll(/ name="(\w+)" value="([^"]*)"/g))
        form.set(field, value)
    }
    return new URL(url).search
  }

  return {
    issuer,
    clientId,
    clientSecret,
    people,
    signIn,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
