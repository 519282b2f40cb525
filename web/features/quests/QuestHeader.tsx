import { Link } from 'react-router'

import { paths } from '#contract/paths'
import type { Quest } from '#contract/quests'
import { SUBJECT_NAMES } from '#rules/subjects'
import { Alert, Button, Chip, Markdown, PageHeading, toast } from '#ui'
import { messageOf } from '#web/api'
import { inReadersUnits } from '#web/format'

import { pace } from './labels.ts'
import { NewerVersion, Repeat } from './lazy-components.ts'
import { useLeaveQuest, useStartQuest } from './queries.ts'
import { QuestCover } from './QuestCover.tsx'
import { QuestDetails } from './QuestDetails.tsx'
import { Spoken } from './Spoken.tsx'
import { useYoungScreen } from './young-screen.ts'

type Props = {
  quest: Quest
  /** Shown without actions on another page. */
  isPreview?: boolean
  /** Next task to do. */
  next?: { title: string; goTo: () => void }
}

export const QuestHeader = ({ quest, isPreview = false, next }: Props) => {
  const isYoung = useYoungScreen()
  return (
    // Sized by its container: also used next to the authoring form.
    <div className="@container">
      <header className="grid overflow-hidden rounded-card border border-line bg-surface shadow-low @min-[56rem]:grid-cols-[1fr_24rem]">
        <QuestCover
          quest={quest}
          className="h-40 w-full @min-[32rem]:h-56 @min-[56rem]:order-last @min-[56rem]:h-full"
        />
        <div className="space-y-5 p-5 sm:p-8">
          <div className="space-y-2">
            {isPreview ? (
              <h2 className="text-2xl">{quest.title}</h2>
            ) : (
              <PageHeading>{quest.title}</PageHeading>
            )}
            <p className="max-w-text text-lg text-muted">{quest.big_idea}</p>
          </div>
          {isPreview ? null : <Enrollment quest={quest} next={next} />}
          {isYoung ? null : (
            <p className="flex flex-wrap gap-2 text-sm">
              {quest.weeks?.length ? <Chip tone="brand">Course</Chip> : null}
              <Chip tone="brand">{quest.total_xp} XP</Chip>
              <Chip>{pace(quest)}</Chip>
              {quest.personal ? <Chip tone="gold">Only for you</Chip> : null}
              <Chip>
                Ages {quest.age_min} to {quest.age_max}
              </Chip>
              {quest.subjects.map((subject) => (
                <Chip key={subject}>{SUBJECT_NAMES[subject]}</Chip>
              ))}
            </p>
          )}
          <Spoken title={quest.title}>
            <Markdown text={inReadersUnits(quest.description)} />
          </Spoken>
          <QuestDetails quest={quest} />
          {quest.newer ? <NewerVersion quest={quest} newer={quest.newer} /> : null}
          {!isPreview && quest.enrollment?.state === 'active' ? <LeaveQuest id={quest.id} /> : null}
        </div>
      </header>
    </div>
  )
}

const fail = (error: Error) => toast.error(messageOf(error))

/** The one action of the quest's state, above the fold. */
const Enrollment = ({ quest, next }: Pick<Props, 'quest' | 'next'>) => {
  const start = useStartQuest()
  const isYoung = useYoungScreen()
  const state = quest.enrollment?.state
  const missing = quest.prerequisites.filter(({ completed }) => !completed)
  if (!state && missing.length > 0) {
    return (
      <Alert title="First things first">
        <p>
          This quest builds on{' '}
          {missing.map(({ id, title }, index) => (
            <span key={id}>
              {index > 0 ? ' and ' : ''}
              <Link to={paths.quest(id)} className="link">
                {title}
              </Link>
            </span>
          ))}
          . Complete it, then come back.
        </p>
      </Alert>
    )
  }
  if (state === 'active') {
    return next ? (
      <Button size="large" className="max-w-full" onClick={next.goTo}>
        Continue: {next.title}
      </Button>
    ) : null
  }
  if (state === 'completed') {
    return (
      <Alert tone="success" title="Quest completed">
        {isYoung ? (
          <p>You have done all of it.</p>
        ) : (
          <p>You have earned a bonus of {quest.enrollment?.bonus_xp} XP for finishing it.</p>
        )}
        {quest.repeatable ? <Repeat quest={quest} /> : null}
      </Alert>
    )
  }
  return (
    <Button
      size="large"
      busy={start.isPending}
      onClick={() =>
        start.mutate(
          { params: { id: quest.id } },
          {
            onSuccess: () => {
              toast.success('You have started this quest. Good luck!')
              // The button is gone now: focuses the tasks that it revealed.
              document.getElementById('tasks')?.focus()
            },
            onError: fail,
          },
        )
      }
    >
      {state === 'left' ? 'Resume quest' : 'Start quest'}
    </Button>
  )
}

const LeaveQuest = ({ id }: Pick<Quest, 'id'>) => {
  const leave = useLeaveQuest()
  return (
    <Button
      variant="quiet"
      size="small"
      busy={leave.isPending}
      onClick={() =>
        leave.mutate(
          { params: { id } },
          { onSuccess: () => toast('Set aside. Your work is saved.'), onError: fail },
        )
      }
    >
      Leave quest
    </Button>
  )
}
