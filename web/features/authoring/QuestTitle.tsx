import type { AuthoredQuest } from '#contract/authoring'
import { Chip, PageHeading } from '#ui'

import { STATES } from './labels.ts'

/** Title and state of an authored quest. */
export const QuestTitle = ({ quest, title }: { quest: AuthoredQuest; title: string }) => (
  <div className="space-y-2">
    <PageHeading title={`Edit ${title || 'a quest'}`} className="text-2xl sm:text-3xl">
      {title || 'New quest'}
    </PageHeading>
    <p className="flex flex-wrap items-center gap-2">
      <Chip tone={STATES[quest.state].tone}>{STATES[quest.state].label}</Chip>
      {quest.version === null ? null : (
        <Chip>
          Version {quest.version}
          {quest.state === 'published' ? '' : ' is published'}
        </Chip>
      )}
      {quest.author === null ? null : <span className="text-sm text-muted">By {quest.author}</span>}
    </p>
  </div>
)
