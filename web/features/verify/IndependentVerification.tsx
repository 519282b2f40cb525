import type { CredentialDetails } from '#contract/credentials'
import { apiUrl } from '#web/api'

/** Independent verification: links to the signed record and to what others need to check it. */
export const IndependentVerification = ({
  details: { code, kind },
}: {
  details: CredentialDetails
}) => {
  const at = `/api/credentials/${code}`
  return (
    <section aria-labelledby="elsewhere" className="no-print">
      <h2 id="elsewhere" className="mb-3 text-xl">
        Check it without us
      </h2>
      <p className="max-w-text text-muted">
        {kind === 'transcript'
          ? 'This is a Comprehensive Learner Record 2.0 with an embedded proof (eddsa-rdfc-2022).'
          : 'This is an Open Badge 3.0 with an embedded proof (eddsa-rdfc-2022).'}{' '}
        Any verifier or wallet that supports this standard can check it: give it the signed record,
        and it will look up our public keys and the list of revoked records.
      </p>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <FileLink href={at} name={`${code}.json`}>
          Signed record (JSON)
        </FileLink>
        {kind === 'transcript' ? null : (
          <>
            <FileLink href={`${at}/badge.png`} name={`${code}.png`}>
              Image with embedded record (PNG)
            </FileLink>
            <FileLink href={`${at}/badge.svg`} name={`${code}.svg`}>
              Image with embedded record (SVG)
            </FileLink>
          </>
        )}
        <FileLink href="/.well-known/did.json" name="did.json">
          Our public keys
        </FileLink>
      </ul>
    </section>
  )
}

const FileLink = ({ href, name, children }: { href: string; name: string; children: string }) => (
  <li>
    <a href={apiUrl(href)} download={name} className="link inline-flex min-h-6 items-center">
      {children}
    </a>
  </li>
)
