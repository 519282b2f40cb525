import Award from 'lucide-react/icons/award'
import BriefcaseBusiness from 'lucide-react/icons/briefcase-business'
import Dumbbell from 'lucide-react/icons/dumbbell'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import ListChecks from 'lucide-react/icons/list-checks'
import ScrollText from 'lucide-react/icons/scroll-text'
import Sparkles from 'lucide-react/icons/sparkles'
import Trophy from 'lucide-react/icons/trophy'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { TIER_RIGHTS } from '#rules/tiers'
import { useUser } from '#views/auth'
import { useIsYoung } from '#views/quests'

const PAGES = [
  { to: paths.plan(), label: 'Plan', Icon: ListChecks },
  { to: paths.allPractice, label: 'Practice', Icon: Dumbbell },
  { to: paths.badges, label: 'Badges', Icon: Award },
  { to: paths.constellation, label: 'Constellation', Icon: Sparkles },
  { to: paths.portfolio, label: 'Portfolio', Icon: BriefcaseBusiness },
]
const RECORD = [
  { to: paths.credits, label: 'Credits', Icon: Trophy },
  { to: paths.transcript, label: 'Transcript', Icon: ScrollText },
]
const DIPLOMA = [{ to: paths.diploma, label: 'Diploma', Icon: GraduationCap }]

/** Links to the learner's pages that the side bar does not list. Credits are for the academy; others ask for them at /diploma. */
export const YourPages = () => {
  const isYoung = useIsYoung()
  const { isAcademy } = TIER_RIGHTS[useUser().subscription_tier]
  return (
    <nav aria-label="Your pages">
      <ul className="flex flex-wrap gap-2">
        {[...PAGES, ...(isYoung ? [] : isAcademy ? [...RECORD, ...DIPLOMA] : DIPLOMA)].map(
          ({ to, label, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                prefetch="intent"
                className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 font-medium text-ink no-underline hover:border-ink"
              >
                <span className="text-brand">
                  <Icon aria-hidden size={18} />
                </span>
                {label}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  )
}
