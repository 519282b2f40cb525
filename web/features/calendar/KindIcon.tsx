import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import Compass from 'lucide-react/icons/compass'
import Palmtree from 'lucide-react/icons/palmtree'
import Send from 'lucide-react/icons/send'
import Undo from 'lucide-react/icons/undo-2'
import UsersRound from 'lucide-react/icons/users-round'
import Video from 'lucide-react/icons/video'

import type { CalendarItem } from '#contract/calendar'

const ICONS = {
  event: CalendarClock,
  meeting: UsersRound,
  consultation: Video,
  planned: Compass,
  break: Palmtree,
  handed_in: Send,
  returned: Undo,
  accepted: CircleCheck,
} satisfies Record<CalendarItem['kind'], typeof Compass>

/** Icon next to a label: kinds differ by more than color. */
export const KindIcon = ({ kind }: { kind: CalendarItem['kind'] }) => {
  const Icon = ICONS[kind]
  return <Icon aria-hidden size={14} className="inline shrink-0 align-[-0.1em]" />
}
