import type { Dashboard } from '#contract/progress'

import { ActiveQuests } from './ActiveQuests.tsx'
import { BadgesNear } from './BadgesNear.tsx'
import { Checklist } from './Checklist.tsx'
import { ContinueCard } from './ContinueCard.tsx'
import { FirstQuests } from './FirstQuests.tsx'
import { DueSoon, EvidenceAddedByOthers, Feedback, Recent } from './Lists.tsx'
import { PillarChart } from './PillarChart.tsx'
import { ReturnedCard } from './ReturnedCard.tsx'
import { Week } from './Week.tsx'
import { YourPages } from './YourPages.tsx'

type Props = { dashboard: Dashboard }

/** A learner's dashboard below the greeting: first what to do now. */
export const LearnersDay = ({ dashboard }: Props) => {
  const { started_quest, submitted_task } = dashboard.checklist
  return started_quest && submitted_task ? (
    <Progress dashboard={dashboard} />
  ) : (
    <FirstSteps dashboard={dashboard} />
  )
}

/** Before the first submission: only what has content. */
const FirstSteps = ({ dashboard }: Props) => (
  <>
    <FirstQuests quests={dashboard.suggested} />
    <ContinueCard dashboard={dashboard} isNew />
    <EvidenceAddedByOthers added={dashboard.added} />
    {dashboard.due_soon.length > 0 ? <DueSoon quests={dashboard.due_soon} /> : null}
    <Checklist checklist={dashboard.checklist} />
    {dashboard.active_quests.length > 0 ? <ActiveQuests quests={dashboard.active_quests} /> : null}
    {dashboard.badges_near_completion.length > 0 ? (
      <BadgesNear badges={dashboard.badges_near_completion} />
    ) : null}
    <YourPages />
  </>
)

const Progress = ({ dashboard }: Props) => (
  <>
    <ReturnedCard returned={dashboard.returned} />
    {dashboard.returned.length > 0 && !dashboard.next ? null : (
      <ContinueCard dashboard={dashboard} isNew={false} />
    )}
    <EvidenceAddedByOthers added={dashboard.added} />
    <div className="grid gap-6 lg:grid-cols-2">
      <Week week={dashboard.week} />
      <PillarChart xp={dashboard.xp} questsCompleted={dashboard.quests_completed} />
    </div>
    <YourPages />
    <ActiveQuests quests={dashboard.active_quests} />
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="space-y-6">
        <DueSoon quests={dashboard.due_soon} />
        <BadgesNear badges={dashboard.badges_near_completion} />
      </div>
      <Feedback feedback={dashboard.feedback} />
    </div>
    <Recent entries={dashboard.recent} />
  </>
)
