import Heart from 'lucide-react/icons/heart'
import Image from 'lucide-react/icons/image'
import Search from 'lucide-react/icons/search'
import Users from 'lucide-react/icons/users'
import { Link } from 'react-router'

import { paths, taskPath } from '#contract/paths'
import type { Dashboard } from '#contract/progress'
import { ButtonLink } from '#ui'
import { QuestCover, Spoken } from '#views/quests'

import { EvidenceAddedByOthers } from './Lists.tsx'

type Props = { dashboard: Dashboard }
type BigCard = {
  title: string
  text: string
  to: string
  action: string
  cover: Parameters<typeof QuestCover>[0]['quest'] | undefined
}

const cardFor = ({ returned: [back], next, suggested: [first] }: Dashboard): BigCard => {
  if (back) {
    return {
      title: back.task_title,
      text: back.comment,
      to: taskPath(back.quest_id, back.task_id),
      action: 'Look at it again',
      cover: { id: back.quest_id, pillars: [back.pillar], cover_url: null, cover_motif: null },
    }
  }
  if (next) {
    return {
      title: next.task_title,
      text: `This is your next step in ${next.quest_title}.`,
      to: taskPath(next.quest_id, next.task_id),
      action: 'Go on',
      cover: { ...next, id: next.quest_id, pillars: [next.pillar] },
    }
  }
  if (first) {
    return {
      title: first.quest_title,
      text: first.summary,
      to: paths.quest(first.quest_id),
      action: 'Have a look',
      cover: { ...first, id: first.quest_id },
    }
  }
  return {
    title: 'What would you like to do?',
    text: 'You have finished everything. You can choose something new.',
    to: paths.quests,
    action: 'Choose a quest',
    cover: undefined,
  }
}

/** A child's dashboard: one step, picture first, and what is theirs to decide. No points, credits or levels. */
export const YoungDay = ({ dashboard }: Props) => {
  const { title, text, to, action, cover } = cardFor(dashboard)
  return (
    <>
      <section
        aria-labelledby="big-card"
        className="mx-auto max-w-3xl overflow-hidden rounded-card border border-line bg-surface shadow-low"
      >
        {cover ? <QuestCover quest={cover} className="h-44 w-full sm:h-72" /> : null}
        <div className="space-y-5 p-5 sm:p-8">
          <Spoken title={title}>
            <h2 id="big-card" className="text-3xl">
              {title}
            </h2>
            <p className="mt-2 text-xl whitespace-pre-line">{text}</p>
          </Spoken>
          <ButtonLink to={to} size="large" className="min-h-16 w-full text-xl">
            {action}
          </ButtonLink>
        </div>
      </section>
      <div className="mx-auto max-w-3xl space-y-6">
        <EvidenceAddedByOthers added={dashboard.added} />
        <nav aria-label="You decide">
          <h2 className="mb-3 text-2xl">You decide</h2>
          <ul className="grid gap-4 sm:grid-cols-2">
            {CHOICES.map(({ to, label, Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface p-4 text-xl font-semibold text-ink no-underline shadow-low hover:border-ink"
                >
                  <Icon aria-hidden size={32} className="shrink-0 text-brand" />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
}

const CHOICES = [
  { to: paths.quests, label: 'Choose another quest', Icon: Search },
  { to: paths.plan(), label: 'My wishes', Icon: Heart },
  { to: paths.portfolio, label: 'Who sees my work', Icon: Image },
  { to: paths.connections, label: 'My friends', Icon: Users },
]
