import type { App } from '#platform/http'
import type { Pages } from '#platform/pages'

/** The page behind a link to a transcript: contains no data before the app requests it, and is excluded from search engines. */
export const transcriptPages = ({ http }: App, pages: Pages): void => {
  http.get('/transcript/shared/:token', (_request, reply) => {
    const { html, csp } = pages.compose({
      pattern: '/transcript/shared/:token',
      head: '<title>A shared transcript</title><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">',
    })
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': csp,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
      .send(html)
  })
}
