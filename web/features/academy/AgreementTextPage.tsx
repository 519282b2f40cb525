import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useParams } from 'react-router'

import { Button, EmptyState, Markdown, Page, PageHeading, QueryView, Skeleton } from '#ui'

import { academy } from './queries.ts'

const TITLE = 'Academy Agreement'

/** The text's headings are of the second level, and stand below one of that level here. */
const belowHeading = (text: string): string => text.replace(/^#(?=#+ )/gm, '')

/** /agreements/{learner}/{id}: the exact text that an agreement is about, to read and to print. */
const AgreementTextPage = () => {
  const { learnerId = '', id = '' } = useParams()
  const params = { id: learnerId, agreement_id: id }
  const query = useQuery(academy.getAgreementText.query({ params }))
  return (
    <Page width="text">
      <PageHeading title={TITLE}>{TITLE}</PageHeading>
      <QueryView
        query={query}
        loading="Loading the text"
        skeleton={<Skeleton className="mt-6 h-120" />}
        failed="The text could not be loaded"
        missing={
          <div className="mt-6">
            <EmptyState title="There is no such agreement">
              You see your own agreements and those of the people you look after.
            </EmptyState>
          </div>
        }
      >
        {({ version, sha256, text }) => (
          <>
            <h2 className="mt-2 text-lg">Version {version}</h2>
            <p className="text-sm wrap-anywhere text-muted">SHA-256 {sha256}</p>
            <Button
              variant="secondary"
              className="no-print my-6"
              icon={<Printer aria-hidden size={18} />}
              onClick={() => window.print()}
            >
              Print
            </Button>
            <Markdown text={belowHeading(text)} />
          </>
        )}
      </QueryView>
    </Page>
  )
}

export default AgreementTextPage
