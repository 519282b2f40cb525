import type { AuthoredQuest } from '#contract/authoring'
import { Alert, FormErrorSummary } from '#ui'

import { labelOf } from './labels.ts'
import type { QuestDraft } from './use-quest-draft.ts'

type Props = { quest: AuthoredQuest; draft: QuestDraft }

/** Problems to fix before the quest can be submitted. */
export const Problems = ({ quest, draft: { errors, attempt } }: Props) => (
  <>
    {quest.comment === null ? null : (
      <Alert tone="warning" title="Changes asked for">
        <p className="whitespace-pre-line">{quest.comment}</p>
      </Alert>
    )}
    {quest.version !== null && quest.begun > 0 ? (
      <Alert>
        {quest.begun === 1 ? '1 learner is' : `${quest.begun} learners are`} at work on this quest.
        They stay with their version until they choose the next one; tasks that you leave as they
        are carry over.
      </Alert>
    ) : null}
    <FormErrorSummary
      attempt={attempt}
      fields={Object.keys(errors).map((path) => ({ id: path, label: labelOf(path) }))}
    />
  </>
)
