import { useSuspenseQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useParams } from 'react-router'

import { Button, Markdown, Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { agreementText } from './queries.ts'

const TITLE = 'Academy Agreement'

/** Lowers the text's headings by one level, below the page's own. */
const belowHeading = (text: string): string => text.replace(/^#(?=#+ )/gm, '')

export const handle = {
  failed: 'The text could not be loaded',
  missing: {
    title: 'Agreement not found',
    text: 'You can see your own agreements and those of your children or learners.',
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { learnerId = '', id = '' } }) => [
  agreementText(learnerId, id),
])

/** /agreements/{learner}/{id}: the exact text of an agreement, for reading and printing. */
const AgreementTextPage = () => {
  const { learnerId = '', id = '' } = useParams()
  const {
    data: { version, sha256, text },
  } = useSuspenseQuery(agreementText(learnerId, id))
  return (
    <Page width="text">
      <PageHeading title={TITLE}>{TITLE}</PageHeading>
      <h2 className="mt-2 text-lg">Version {version}</h2>
      <p className="text-sm text-muted">SHA-256 {sha256}</p>
      <Button
        variant="secondary"
        className="no-print my-6"
        icon={<Printer aria-hidden size={18} />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Markdown text={belowHeading(text)} />
    </Page>
  )
}

export default AgreementTextPage
