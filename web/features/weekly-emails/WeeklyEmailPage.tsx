import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { WeeklyEmailChoice } from '#contract/weekly-emails'
import { AuthPanel, ButtonLink, lazyPart, PageHeading, QueryView } from '#ui'
import { messageOf } from '#web/api'

import { weeklyEmails } from './queries.ts'

const loading = import('./EmailSwitch.tsx')
const EmailSwitch = lazyPart(() => loading, 'EmailSwitch', 'mt-4 h-32')

const TITLES = {
  weekly: 'The weekly email',
  notifications: 'Emails about notifications',
} as const satisfies Record<WeeklyEmailChoice['letter'], string>
const TITLE = 'Your emails'

/** Target of the unsubscribe link in emails: asks for confirmation, and works without signing in. */
const WeeklyEmailPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(weeklyEmails.showWeeklyEmailChoice.query({ params: { token } }))
  return (
    <AuthPanel>
      <QueryView
        query={query}
        what="the page"
        skeleton="h-48"
        title={TITLE}
        missing={
          <>
            <PageHeading title={TITLE}>This link does not work</PageHeading>
            <p className="mt-4 mb-6">
              {messageOf(query.error)} You can also choose your emails under Profile.
            </p>
            <ButtonLink to={paths.login}>Sign in</ButtonLink>
          </>
        }
      >
        {({ letter, wanted }) => (
          <>
            <PageHeading title={TITLES[letter]}>{TITLES[letter]}</PageHeading>
            <EmailSwitch token={token} letter={letter} isOn={wanted} />
          </>
        )}
      </QueryView>
    </AuthPanel>
  )
}

export default WeeklyEmailPage
