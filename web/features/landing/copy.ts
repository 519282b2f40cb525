import Award from 'lucide-react/icons/award'
import BookOpenCheck from 'lucide-react/icons/book-open-check'
import Compass from 'lucide-react/icons/compass'
import Heart from 'lucide-react/icons/heart-handshake'
import Images from 'lucide-react/icons/images'
import UserRoundCheck from 'lucide-react/icons/user-round-check'

import type { Pillar } from '#rules/pillars'

export const PROVIDED = [
  {
    title: 'Quests worth doing',
    words:
      'Projects for hands and head, from a kite that really flies to a fair test of a dice game, each made of small tasks.',
    Icon: Compass,
  },
  {
    title: 'A licensed teacher',
    words:
      'Someone who helps to make a plan, reads the evidence, and answers with questions that lead further.',
    Icon: UserRoundCheck,
  },
  {
    title: 'A portfolio',
    words:
      'Pictures, texts, recordings and files, shown to the world only when and where their maker decides.',
    Icon: Images,
  },
  {
    title: 'Credits that add up',
    words:
      'Accepted work counts toward subjects. What is missing is plain to see, and so is what would fill it.',
    Icon: BookOpenCheck,
  },
  {
    title: 'An accredited diploma',
    words:
      'Through the academy, with an agreement that is signed in person, high school can end in an accredited diploma.',
    Icon: Award,
  },
  {
    title: 'A family that can follow',
    words:
      'Parents see the week, the work and the feedback, and what would be good to ask about at supper.',
    Icon: Heart,
  },
]

export const STEPS = [
  {
    title: 'Meet your teacher',
    words: 'Thirty free minutes by video, to find out what the learner loves and what they need.',
  },
  {
    title: 'Create a plan',
    words: 'Together you choose the quests to begin with, and what they should count toward.',
  },
  {
    title: 'Learn and document',
    words: 'Do the work away from the screen, and keep the proof: words, pictures, sound, files.',
  },
  {
    title: 'Review and celebrate',
    words: 'Read what the teacher says, look back on what grew, and show what you are proud of.',
  },
]

export const PILLAR_WORDS = {
  creativity: 'Making what was not there before.',
  critical_thinking: 'Asking how we know, and finding out.',
  practical_skills: 'Doing things that work in the world.',
  communication: 'Being understood, and listening well.',
  cultural_literacy: 'Knowing where people come from.',
} satisfies Record<Pillar, string>

export const QUESTIONS = [
  {
    question: 'Who is it for?',
    answer:
      'For learners who study at home, at school or between the two, for their families, and for teachers who go along with them. Under 13, a parent or guardian has to agree first.',
  },
  {
    question: 'What does it cost to begin?',
    answer:
      'An account is free, and so are the quests, the experience and the portfolio. The first consultation of 30 minutes is free as well.',
  },
  {
    question: 'Does it replace school?',
    answer:
      'It can go beside school, and for academy participants it can lead to an accredited high school diploma. The consultation is the place to find out what fits.',
  },
  {
    question: 'Who sees the work?',
    answer:
      'At first only the learner, their family and their own advisors. Everything else is shared on purpose, piece by piece, and can be taken back.',
  },
  {
    question: 'What happens if we pause?',
    answer:
      'Nothing. There are no streaks to lose. Whatever was earned stays, and the next quest waits.',
  },
  {
    question: 'How does the demo work?',
    answer:
      'You choose who you are, pick quests, complete a few tasks and see a sample diploma. It takes about two minutes, needs no account and sends nothing to us.',
  },
]
