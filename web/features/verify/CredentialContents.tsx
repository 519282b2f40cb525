import type { ReactNode } from 'react'

import type { CredentialDetails } from '#contract/credentials'
import { groupRecordCode } from '#rules/text/record-code'
import { Markdown } from '#ui'
import { apiUrl, filePaths } from '#web/api'
import { paperDate } from '#web/format'

import { creditsInWords, KINDS } from './labels.ts'

/** Content of a record issued by this site. */
export const CredentialContents = ({ details }: { details: CredentialDetails }) => {
  const { kind, title, description, criteria, achievements } = details
  return (
    <section
      aria-labelledby="says"
      className="rounded-card border border-line bg-surface p-5 shadow-low sm:p-8"
    >
      <div className="flex flex-col gap-6 sm:flex-row">
        {details.image_url ? (
          <img
            src={filePaths.credentialPicture(details.code, 'badge.svg')}
            alt=""
            width={144}
            height={144}
            className="size-28 shrink-0 sm:size-36"
          />
        ) : null}
        <div className="min-w-0">
          <p className="text-sm font-semibold text-muted">{KINDS[kind]}</p>
          <h2 id="says" className="mt-1 text-2xl">
            {title}
          </h2>
          <p className="mt-2 max-w-text text-muted">{description}</p>
        </div>
      </div>
      <dl className="mt-8 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Fact name="Awarded to">
          <bdi className="font-semibold">{details.holder_name}</bdi>
        </Fact>
        <Fact name="Issued by">
          <a href={details.issuer.url} className="link">
            {details.issuer.name}
          </a>
        </Fact>
        <Fact name="Issued on">
          <Day instant={details.issued_at} />
        </Fact>
        <Fact name="Valid until">
          {details.expires_at ? <Day instant={details.expires_at} /> : 'Does not expire'}
        </Fact>
        {details.revoked_at ? (
          <Fact name="Revoked on">
            <Day instant={details.revoked_at} />
          </Fact>
        ) : null}
        {details.revoked_because ? <Fact name="Reason">{details.revoked_because}</Fact> : null}
        <Fact name="Code">
          <span className="font-mono whitespace-nowrap">{groupRecordCode(details.code)}</span>
        </Fact>
      </dl>
      {details.text ? <HashedText text={details.text} /> : null}
      {criteria ? (
        <div className="mt-8">
          <h3 className="mb-2 text-lg">Criteria</h3>
          <Markdown text={criteria} />
        </div>
      ) : null}
      {achievements.length > 0 ? <Listed achievements={achievements} /> : null}
    </section>
  )
}

/** The text whose hash is printed on the paper. */
const HashedText = ({ text }: { text: NonNullable<CredentialDetails['text']> }) => (
  <div className="mt-8">
    <h3 className="mb-2 text-lg">The text covered by the transcript’s SHA-256</h3>
    <p className="max-w-text text-muted">
      <a href={apiUrl(new URL(text.url).pathname)} className="link">
        The text of the transcript
      </a>{' '}
      (canonical JSON, RFC 8785). Its SHA-256 is the number printed on the transcript:
    </p>
    <p className="mt-2 font-mono text-sm">{text.sha256}</p>
  </div>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-0.5">{children}</dd>
  </div>
)

const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>{paperDate(instant)}</time>
)

const Listed = ({ achievements }: Pick<CredentialDetails, 'achievements'>) => (
  <div className="mt-8">
    <h3 className="mb-2 text-lg">Contents</h3>
    <ul className="divide-y divide-line border-y border-line">
      {achievements.map(({ name, kind, credits, result, revoked }, index) => (
        // Names may repeat.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${name} ${index}`} className="flex flex-wrap justify-between gap-x-6 py-2.5">
          {name}
          <span className="text-muted tabular-nums">
            {kind === 'badge'
              ? `Badge${revoked ? ', since revoked' : ''}`
              : [credits === null ? '' : creditsInWords(credits), result ?? '']
                  .filter(Boolean)
                  .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </div>
)
