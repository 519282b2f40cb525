import type { App } from '#platform/http'
import type { Pages } from '#platform/pages'

import { findSettings } from './settings.ts'

const YEAR_MS = 365 * 24 * 3_600_000

/** Files for crawlers and security researchers, and the redirect to the support address. */
export const crawlerRoutes = ({ http, parts }: App, pages: Pages): void => {
  const { clock, config } = parts

  http.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          'Disallow: /api/',
          'Disallow: /verify/',
          '',
          `Sitemap: ${config.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  http.get('/sitemap.xml', (_request, reply) => {
    const urls = pages.described.map(
      (pathname) => `  <url><loc>${config.publicUrl}${pathname}</loc></url>\n`,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
      )
  })

  // Support link of prerendered pages, which works without scripts.
  http.get('/support', async (_request, reply) => {
    const { support_email } = await findSettings(parts)
    return support_email ? reply.redirect(`mailto:${support_email}`) : reply.callNotFound()
  })

  // RFC 9116.
  http.get('/.well-known/security.txt', async (_request, reply) => {
    const { support_email } = await findSettings(parts)
    if (!support_email) return reply.callNotFound()
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${support_email}`,
          `Expires: ${new Date(clock().getTime() + YEAR_MS).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${config.publicUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
}
