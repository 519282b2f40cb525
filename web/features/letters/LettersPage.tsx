import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import type { WeeklyEmailChoice } from '#contract/letters'
import { paths } from '#contract/paths'
import { AuthPanel, ButtonLink, lazyPart, PageHeading, QueryView } from '#ui'
import { messageOf } from '#web/api'

import { letters } from './queries.ts'

const loading = import('./LetterSwitch.tsx')
const LetterSwitch = lazyPart(() => loading, 'LetterSwitch', 'mt-4 h-32')

const TITLES = {
  weekly: 'The weekly letter',
  notifications: 'Emails about news',
} as const satisfies Record<WeeklyEmailChoice['letter'], string>
const TITLE = 'Your emails'

/** Target of the unsubscribe link in emails: asks for confirmation, and works without signing in. */
const LettersPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(letters.showLetterChoice.query({ params: { token } }))
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
            <LetterSwitch token={token} letter={letter} isOn={wanted} />
          </>
        )}
      </QueryView>
    </AuthPanel>
  )
}

export default LettersPage
