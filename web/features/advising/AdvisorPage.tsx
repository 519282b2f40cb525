import Award from 'lucide-react/icons/award'
import Boxes from 'lucide-react/icons/boxes'
import Inbox from 'lucide-react/icons/inbox'
import PenLine from 'lucide-react/icons/pen-line'
import QrIcon from 'lucide-react/icons/qr-code'
import Signature from 'lucide-react/icons/signature'
import UsersRound from 'lucide-react/icons/users-round'
import Video from 'lucide-react/icons/video'
import { useLocation } from 'react-router'

import { paths } from '#contract/paths'
import { Page, PageHeading, Tabs } from '#ui'
import { useUser } from '#views/auth'
import { mayEnter } from '#web/guards'
import { PageBoundary } from '#web/page'

const TABS = [
  {
    to: paths.advisor,
    label: 'Review',
    heading: 'Work to review',
    icon: <Inbox aria-hidden size={18} />,
  },
  {
    to: paths.caseload,
    label: 'Learners',
    heading: 'Your learners',
    icon: <UsersRound aria-hidden size={18} />,
  },
  {
    to: paths.learnerGroups,
    label: 'Groups',
    heading: 'Groups of learners',
    icon: <Boxes aria-hidden size={18} />,
  },
  {
    to: paths.cards,
    label: 'Cards',
    heading: 'Sign-in cards',
    icon: <QrIcon aria-hidden size={18} />,
  },
  {
    to: paths.authoredQuests,
    label: 'Quests',
    heading: 'Quests you write',
    icon: <PenLine aria-hidden size={18} />,
  },
  {
    to: paths.authoredBadges,
    label: 'Badges',
    heading: 'Badges',
    icon: <Award aria-hidden size={18} />,
  },
  {
    to: paths.bookings,
    label: 'Bookings',
    heading: 'Consultations',
    icon: <Video aria-hidden size={18} />,
  },
  {
    to: paths.consentForms,
    label: 'Consent',
    heading: 'Consent forms',
    icon: <Signature aria-hidden size={18} />,
  },
] as const

/** Titles of pages whose heading is shared with another page. */
const TITLES: Record<string, string> = { [paths.availability]: 'Consultation hours' }

/** Layout of the advisor's area, with a tab for each part. */
const AdvisorPage = () => {
  const { pathname } = useLocation()
  const user = useUser()
  const current = TABS.findLast(({ to }) => pathname.startsWith(to)) ?? TABS[0]
  return (
    <Page>
      <PageHeading
        className={`mb-4 text-2xl sm:text-3xl ${pathname === paths.cards ? 'no-print' : ''}`}
        title={`${TITLES[pathname] ?? current.heading} · Advising`}
      >
        {current.heading}
      </PageHeading>
      <Tabs
        label="Advising"
        tabs={TABS.filter(({ to }) => mayEnter(to, user))}
        current={current.to}
      >
        <PageBoundary nested />
      </Tabs>
    </Page>
  )
}

export default AdvisorPage
