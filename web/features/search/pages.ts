import type { User } from '#contract/auth'
import { paths } from '#contract/paths'
import { SECTIONS } from '#views/admin'
import { mayEnter } from '#web/guards'

export type FoundPage = {
  to: string
  label: string
  /** Other words for the page's content. */
  words?: string
  /** Area, if the name alone does not tell it. */
  area?: string
}

const EVERYONE: readonly FoundPage[] = [
  { to: paths.dashboard, label: 'Dashboard', words: 'home start today' },
  { to: paths.quests, label: 'Explore New Quests', words: 'hub library find projects' },
  { to: paths.calendar, label: 'Calendar', words: 'dates events month week' },
  { to: paths.communication, label: 'Communication', words: 'messages conversations write chat' },
  { to: paths.connections, label: 'Connections', words: 'friends' },
  { to: paths.friendRequests, label: 'Friend requests', words: 'connections add a friend' },
  { to: paths.notifications, label: 'Notifications', words: 'news bell email settings' },
  { to: paths.profile, label: 'Profile', words: 'account password picture devices time zone' },
  { to: paths.badges, label: 'Badges' },
  { to: paths.pathways, label: 'Pathways', words: 'maps of quests' },
  { to: paths.subscription, label: 'Subscription', words: 'tier payment' },
  { to: paths.status, label: 'Status', words: 'outage incidents' },
  { to: paths.verify, label: 'Verify a record', words: 'credential code' },
]

const LEARNER: readonly FoundPage[] = [
  { to: paths.plan(), label: 'Plan', words: 'wishes target dates' },
  { to: paths.tutor, label: 'Tutor', words: 'help ask' },
  { to: paths.badgeProgress, label: 'Badge progress' },
  { to: paths.constellation, label: 'Constellation', words: 'badges stars map' },
  { to: paths.portfolio, label: 'Portfolio', words: 'show work' },
  { to: paths.credits, label: 'Credits', words: 'subjects' },
  { to: paths.transcript, label: 'Transcript', words: 'record grades' },
  { to: paths.diploma, label: 'Diploma' },
  { to: paths.questGroups, label: 'Quest groups', words: 'friends together' },
]

const AREAS: readonly FoundPage[] = [
  { to: paths.parentDashboard, label: 'Family Dashboard', words: 'children parent guardian' },
  { to: paths.safety, label: 'Safety reports', words: 'safeguarding' },
  { to: paths.advisor, label: 'Work to review', area: 'Advising', words: 'queue feedback' },
  { to: paths.caseload, label: 'Your learners', area: 'Advising', words: 'caseload' },
  { to: paths.learnerGroups, label: 'Groups of learners', area: 'Advising', words: 'class' },
  { to: paths.cards, label: 'Sign-in cards', area: 'Advising', words: 'class print' },
  { to: paths.authoredQuests, label: 'Quests you write', area: 'Advising', words: 'authoring' },
  { to: paths.beginQuest, label: 'Write a quest', area: 'Advising', words: 'new authoring' },
  { to: paths.authoredBadges, label: 'Badges you write', area: 'Advising', words: 'authoring' },
  { to: paths.bookings, label: 'Consultations', area: 'Advising', words: 'bookings' },
  { to: paths.availability, label: 'Consultation hours', area: 'Advising', words: 'availability' },
  { to: paths.consentForms, label: 'Consent forms', area: 'Advising', words: 'signed' },
  ...SECTIONS.flatMap(({ sections }) =>
    sections.map(({ to, label, heading }) => ({ to, label: heading, words: label, area: 'Admin' })),
  ),
]

/** Pages that the person may enter. */
export const pagesFor = (user: User): readonly FoundPage[] => [
  ...EVERYONE,
  ...(user.role === 'student' ? LEARNER : []),
  ...AREAS.filter(({ to }) => mayEnter(to, user)),
]
