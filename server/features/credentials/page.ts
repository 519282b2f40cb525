import { escapeUTF8 as escape } from 'entities'

import type { CredentialDetails, Verdict, Verification } from '#contract/credentials'
import { paths } from '#contract/paths'
import { siteNameOf, storedSiteName } from '#features/site'
import { type App, onReplica } from '#platform/http'
import { networkOf } from '#platform/limits'
import { headOf, type Pages } from '#platform/pages'
import { groupRecordCode, readRecordCode } from '#rules/text/record-code'

import { addressesOf } from './addresses.ts'
import { failed } from './verdict.ts'
import type { Verifier } from './verify.ts'

/** Pages behind codes and QR codes: they work without scripts, for anyone, and are excluded from search engines. */
export const verifyPages = ({ http, parts }: App, verifier: Verifier, pages: Pages): void => {
  const { config } = parts
  const addresses = addressesOf(config.publicUrl)

  http.get<{ Params: { code: string } }>('/verify/:code', async (request, reply) => {
    const code = readRecordCode(request.params.code)
    const { verification, site_name } = await onReplica(parts, 'public', request, async (db) => ({
      verification: code ? await verifier.code(db, code, networkOf(request.ip)) : failed('unknown'),
      ...(await db.selectNoFrom(storedSiteName.as('site_name')).executeTakeFirstOrThrow()),
    }))
    const page = pages.compose({
      pattern: '/verify/:code',
      head: previewOf(verification, siteNameOf(site_name), code ? addresses.page(code) : undefined),
      noscript: wordsOf(verification),
      data: { verification },
    })
    reply.header('x-robots-tag', 'noindex')
    if (verification.verdict === 'unknown') reply.code(404)
    return pages.sendComposed(request, reply, page)
  })
}

const TITLES = {
  valid: 'Genuine',
  revoked: 'Revoked',
  expired: 'Not in force',
  altered: 'Not genuine',
  foreign: 'Not ours',
  malformed: 'Not a record',
  too_large: 'Too large',
  unknown: 'No such record',
} satisfies Record<Verdict, string>

const previewOf = (
  { verdict, message, details }: Verification,
  siteName: string,
  url: string | undefined,
) =>
  headOf({
    title: `${TITLES[verdict]}${details ? `: ${details.title}, ${details.holder_name}` : ''} · ${siteName}`,
    description: message,
    siteName,
    url,
    image:
      url && details?.image_url
        ? { url: `${url.replace(paths.verified(''), '/api/credentials/')}/badge.png` }
        : undefined,
  })

/** The page for a reader without scripts. */
const wordsOf = ({ verdict, message, details, checks }: Verification) => {
  const list = checks
    .map(({ passed, words }) => `<li>${passed ? 'Passed' : 'Failed'}: ${escape(words)}</li>`)
    .join('')
  return [
    `<h1>${TITLES[verdict]}</h1>`,
    `<p>${escape(message)}</p>`,
    details ? wordsOfDetails(details) : '',
    `<h2>How this was checked</h2><ul>${list}</ul>`,
  ].join('')
}

const wordsOfDetails = (details: CredentialDetails) => {
  const rows = [
    ['Record', details.title],
    ['Holder', details.holder_name],
    ['Issued by', details.issuer.name],
    ['Issued on', details.issued_at.slice(0, 10)],
    ['Valid until', details.expires_at?.slice(0, 10)],
    ['Revoked on', details.revoked_at?.slice(0, 10)],
    ['Because', details.revoked_because],
    ['Code', groupRecordCode(details.code)],
    ['SHA-256 of its text', details.text?.sha256],
  ]
  const shown = rows.filter(([, words]) => words)
  const listed = details.achievements.map(({ name, credits, result, revoked }) => {
    const more = [
      credits === null ? '' : `${credits} credits`,
      result ?? '',
      revoked ? 'revoked since' : '',
    ].filter(Boolean)
    return `<li>${escape([name, ...more].join(', '))}</li>`
  })
  return [
    `<dl>${shown.map(([name, words]) => `<dt>${name}</dt><dd>${escape(words ?? '')}</dd>`).join('')}</dl>`,
    `<p>${escape(details.description)}</p>`,
    details.text
      ? `<p><a href="${escape(details.text.url)}">The text of the transcript</a></p>`
      : '',
    listed.length > 0 ? `<ul>${listed.join('')}</ul>` : '',
  ].join('')
}
