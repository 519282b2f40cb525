import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { AuthPanel, lazyPart, PageHeading, QueryView } from '#ui'
import { messageOf } from '#web/api'

import { outsideWork } from './queries.ts'

const TITLE = 'Confirm hours'

const loading = import('./Answer.tsx')
const Answer = lazyPart(() => loading, 'Answer', 'h-72')

/** Target of the link in a witness's email. Opening it changes nothing. */
const WitnessPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(outsideWork.showWitnessQuestion.query({ params: { token } }))
  return (
    <AuthPanel>
      <QueryView
        query={query}
        what="the question"
        skeleton="h-72"
        title={TITLE}
        missing={
          <>
            <PageHeading title={TITLE}>This link doesn’t work</PageHeading>
            <p className="mt-4">{messageOf(query.error)}</p>
          </>
        }
      >
        {(question) => (
          <div className="space-y-5">
            <PageHeading title={TITLE}>Can you confirm {question.learner}’s hours?</PageHeading>
            <Answer token={token} question={question} />
          </div>
        )}
      </QueryView>
    </AuthPanel>
  )
}

export default WitnessPage
