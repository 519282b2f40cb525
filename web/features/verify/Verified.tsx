import Printer from 'lucide-react/icons/printer'

import type { Verification } from '#contract/credentials'
import { paths } from '#contract/paths'
import { Button, ButtonLink, Page, PageHeading } from '#ui'

import { HEADLINES } from './labels.ts'
import { VerificationResult, VerdictSummary } from './VerificationResult.tsx'

/** A record issued by this site, with its verification result. */
export const Verified = ({ verification }: { verification: Verification }) => {
  const { verdict, message, details } = verification
  const title = details ? `${details.title}, ${details.holder_name}` : 'Verify a record'
  return (
    <Page width="text">
      <PageHeading title={`${HEADLINES[verdict]}: ${title}`} className="visually-hidden">
        {HEADLINES[verdict]}
      </PageHeading>
      <VerdictSummary verdict={verdict} message={message} headline="p" />
      <div className="mt-8">
        <VerificationResult verification={verification} />
      </div>
      <div className="no-print mt-10 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          icon={<Printer aria-hidden size={18} />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <ButtonLink to={paths.verify} variant="quiet">
          Verify another record
        </ButtonLink>
      </div>
    </Page>
  )
}
