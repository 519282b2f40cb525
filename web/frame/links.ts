import CalendarDays from 'lucide-react/icons/calendar-days'
import Compass from 'lucide-react/icons/compass'
import Heart from 'lucide-react/icons/heart-handshake'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Shield from 'lucide-react/icons/shield'
import UserRound from 'lucide-react/icons/user-round'
import UsersRound from 'lucide-react/icons/users-round'

import type { User } from '#contract/auth'
import { paths } from '#contract/paths'

export type SideLink = {
  to: string
  label: string
  Icon: typeof Compass
  /** In the bottom bar of phones only: the side bar's links are the specification's. */
  isPhoneOnly?: true
}

const CALENDAR: SideLink = { to: paths.calendar, label: 'Calendar', Icon: CalendarDays }

const LEARNER: SideLink[] = [
  { to: paths.dashboard, label: 'Quests', Icon: Compass },
  CALENDAR,
  { to: paths.communication, label: 'Communication', Icon: MessagesSquare },
  { to: paths.connections, label: 'Connections', Icon: UsersRound },
  { to: paths.profile, label: 'Profile', Icon: UserRound },
]

const PARENT: SideLink[] = [
  { to: paths.parentDashboard, label: 'Family Dashboard', Icon: Heart },
  CALENDAR,
  { to: paths.communication, label: 'Communication', Icon: MessagesSquare, isPhoneOnly: true },
]

const ADMIN: SideLink[] = [
  ...LEARNER,
  { to: paths.parentDashboard, label: 'Parent Dashboard', Icon: Heart },
  { to: paths.admin, label: 'Admin', Icon: Shield },
]

/** Side bar links by role, exactly as in the client's specification, and those of phones. */
export const sideLinks = (role: User['role']): SideLink[] => {
  if (role === 'parent') return PARENT
  return role === 'admin' ? ADMIN : LEARNER
}
