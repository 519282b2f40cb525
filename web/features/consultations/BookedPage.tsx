import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { AuthPanel, ButtonLink, lazyPart, PageHeading, QueryView } from '#ui'
import { messageOf } from '#web/api'

import { consultations } from './queries.ts'

const TITLE = 'Your consultation'

const Booked = lazyPart(() => import('./Booked.tsx'), 'Booked', 'h-72')

/** Target of the link in a family's emails. Opening it changes nothing. */
const BookedPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(consultations.showConsultation.query({ params: { token } }))
  return (
    <AuthPanel>
      <QueryView
        query={query}
        what="your consultation"
        skeleton="h-72"
        title={TITLE}
        missing={
          <>
            <PageHeading title={TITLE}>This link doesn’t work</PageHeading>
            <p className="mt-4 mb-6">{messageOf(query.error)}</p>
            <ButtonLink to={paths.consultation}>Choose a time</ButtonLink>
          </>
        }
      >
        {(booked) => <Booked token={token} booked={booked} />}
      </QueryView>
    </AuthPanel>
  )
}

export default BookedPage
