import Award from 'lucide-react/icons/award'
import BookOpenCheck from 'lucide-react/icons/book-open-check'
import Compass from 'lucide-react/icons/compass'
import Heart from 'lucide-react/icons/heart-handshake'
import Images from 'lucide-react/icons/images'
import UserRoundCheck from 'lucide-react/icons/user-round-check'

import words from '#content/landing.json' with { type: 'json' }

const ICONS: Record<string, typeof Compass> = {
  quests: Compass,
  teacher: UserRoundCheck,
  portfolio: Images,
  credits: BookOpenCheck,
  diploma: Award,
  family: Heart,
}

export const PROVIDED = words.provided.map(({ icon, ...provided }) => ({
  ...provided,
  Icon: ICONS[icon] ?? Compass,
}))

export const { steps: STEPS, pillars: PILLAR_WORDS, questions: QUESTIONS } = words
