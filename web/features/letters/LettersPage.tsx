import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'

import { AuthPanel } from '#ui/auth-panel'
import { ButtonLink } from '#ui/button'
import { PageHeading, PageTitle } from '#ui/page-heading'
import { QueryView } from '#ui/query-view'
import { Skeleton } from '#ui/states'
import { messageOf } from '#web/api'
import { paths } from '#web/paths'

import { letters } from './queries.ts'

const loading = import('./WeeklyLetter.tsx')
const WeeklyLetter = lazy(async () => ({ default: (await loading).WeeklyLetter }))

const TITLE = 'The weekly letter'

/** Where the link at the end of the weekly letter leads: it asks, and works without signing in. */
const LettersPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(letters.showLetterChoice.query({ params: { token } }))
  return (
    <AuthPanel>
      <QueryView
        query={query}
        loading="Loading"
        skeleton={
          <>
            <PageTitle title={TITLE} />
            <Skeleton className="h-48" />
          </>
        }
        failed="The page could not be loaded"
        heading={<PageTitle title={TITLE} />}
        missing={
          <>
            <PageHeading title={TITLE}>This link does not work</PageHeading>
            <p className="mt-4 mb-6">
              {messageOf(query.error)} You can also stop the letter under Profile.
            </p>
            <ButtonLink to={paths.login}>Sign in</ButtonLink>
          </>
        }
      >
        {({ weekly_letter }) => (
          <>
            <PageHeading title={TITLE}>{TITLE}</PageHeading>
            <Suspense fallback={<Skeleton className="mt-4 h-32" />}>
              <WeeklyLetter token={token} isOn={weekly_letter} />
            </Suspense>
          </>
        )}
      </QueryView>
    </AuthPanel>
  )
}

export default LettersPage
