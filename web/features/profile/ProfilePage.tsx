import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import { Avatar, lazyPart, Loading, Page, PageHeading, QueryView, Skeleton } from '#ui'
import { useUser } from '#views/auth'
import { withPicture } from '#web/api'
import { dateOf } from '#web/format'

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

const ProfilePage = () => {
  const user = useUser()
  const profile = useQuery(profileQuery)
  return (
    <Page width="text">
      <header className="mb-8 flex items-center gap-4">
        <Avatar user={withPicture(user)} className="size-16 text-xl" />
        <div className="min-w-0">
          <PageHeading>Profile</PageHeading>
          <p className="mt-1 text-muted">
            {user.first_name} {user.last_name}, here since {dateOf(user.created_at)}
          </p>
        </div>
      </header>
      <QueryView
        query={profile}
        loading="Loading your profile"
        skeleton={SECTIONS}
        failed="Your profile could not be loaded"
      >
        {(data) => (
          <Suspense fallback={<Loading label="Loading your profile">{SECTIONS}</Loading>}>
            <ProfileSections profile={data} />
          </Suspense>
        )}
      </QueryView>
    </Page>
  )
}

export default ProfilePage
