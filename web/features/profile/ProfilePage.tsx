import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { Avatar, lazyPart, Loading, Page, PageHeading, Skeleton } from '#ui'
import { useUser } from '#views/auth'
import { withAvatarUrl } from '#web/api'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { profileQuery } from './queries.ts'

const loading = import('./ProfileSections.tsx')
const ProfileSections = lazyPart(() => loading, 'ProfileSections')

const SECTIONS = (
  <div className="space-y-6">
    {['a', 'b', 'c'].map((key) => (
      <Skeleton key={key} className="h-64 rounded-card" />
    ))}
  </div>
)

export const handle = { failed: 'Your profile could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(() => [profileQuery])

const ProfilePage = () => {
  const user = useUser()
  const profile = useSuspenseQuery(profileQuery)
  const data = profile.data
  return (
    <Page width="text">
      <header className="mb-8 flex items-center gap-4">
        <Avatar user={withAvatarUrl(user)} className="size-16 text-xl" />
        <div className="min-w-0">
          <PageHeading>Profile</PageHeading>
          <p className="mt-1 text-muted">
            {user.first_name} {user.last_name}, here since {dateOf(user.created_at)}
          </p>
        </div>
      </header>
      <Suspense fallback={<Loading label="Loading your profile">{SECTIONS}</Loading>}>
        <ProfileSections profile={data} />
      </Suspense>
    </Page>
  )
}

export default ProfilePage
