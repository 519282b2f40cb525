import Award from 'lucide-react/icons/award'
import BookOpenCheck from 'lucide-react/icons/book-open-check'
import Compass from 'lucide-react/icons/compass'
import Heart from 'lucide-react/icons/heart-handshake'
import Images from 'lucide-react/icons/images'
import UserRoundCheck from 'lucide-react/icons/user-round-check'

import words from '#content/landing.json' with { type: 'json' }
import { shownIfContent } from '#views/site'

const ICONS: Record<string, typeof Compass> = {
  quests: Compass,
  teacher: UserRoundCheck,
  portfolio: Images,
  credits: BookOpenCheck,
  diploma: Award,
  family: Heart,
}

const withAttributes = <Item extends { offer?: string }>(item: Item) => ({
  ...item,
  attributes: shownIfContent(item.offer),
})

export const PROVIDED = words.provided.map((provided) => ({
  ...withAttributes(provided),
  Icon: ICONS[provided.icon] ?? Compass,
}))

export const STEPS = words.steps.map(withAttributes)
export const QUESTIONS = words.questions.map(withAttributes)
export const PILLAR_WORDS = words.pillars
