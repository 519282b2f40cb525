import { useQuery } from '@tanstack/react-query'
import Printer from 'lucide-react/icons/printer'
import { useLocation } from 'react-router'

import { paths } from '#contract/paths'
import { Button, ButtonLink, Page, PageHeading, QueryView, SectionCard, Tabs } from '#ui'
import { CreditsLater } from '#views/credits'
import { useIsYoung } from '#views/quests'

import { PdfLink } from './Downloads.tsx'
import { Official } from './Official.tsx'
import { recordQuery } from './queries.ts'
import { RecordView } from './RecordView.tsx'
import { Shares } from './Shares.tsx'

const COURSES = `${paths.transcript}?view=courses`
const TABS = [
  { to: paths.transcript, label: 'Mastery' },
  { to: COURSES, label: 'Courses' },
]

const TranscriptPage = () => {
  const { search } = useLocation()
  const isYoung = useIsYoung()
  const isCourses = new URLSearchParams(search).get('view') === 'courses'
  const rendering = isCourses ? 'courses' : 'mastery'
  if (isYoung) return <CreditsLater>Transcript</CreditsLater>
  return (
    <Page>
      <div className="no-print mb-8 flex flex-wrap items-start justify-between gap-4">
        <div>
          <PageHeading>Transcript</PageHeading>
          <p className="mt-2 max-w-text text-lg text-muted">
            Your record in two formats: the skills you have mastered, or courses and grades in the
            form school offices expect.
          </p>
        </div>
        <ButtonLink variant="secondary" to={paths.credits}>
          Your credits
        </ButtonLink>
      </div>
      <Tabs label="Format" tabs={TABS} current={isCourses ? COURSES : paths.transcript}>
        <div className="no-print mb-5 flex flex-wrap items-end justify-between gap-4">
          <PdfLink href="/api/transcript.pdf" query={{ rendering }} />
          <Button
            variant="secondary"
            icon={<Printer aria-hidden size={18} />}
            onClick={() => window.print()}
          >
            Print
          </Button>
        </div>
        <Record rendering={rendering} />
      </Tabs>
      <div className="no-print mt-10 grid items-start gap-6 lg:grid-cols-2">
        <SectionCard id="official" title="Official transcripts" spaced>
          <Official empty="Your advisor issues official transcripts, with a number and a signature. They are listed here." />
        </SectionCard>
        <Shares />
      </div>
    </Page>
  )
}

const Record = ({ rendering }: { rendering: 'mastery' | 'courses' }) => {
  const query = useQuery(recordQuery())
  return (
    <QueryView query={query} what="your transcript" skeleton="h-150">
      {(data) => <RecordView record={data} rendering={rendering} title="Unofficial transcript" />}
    </QueryView>
  )
}

export default TranscriptPage
