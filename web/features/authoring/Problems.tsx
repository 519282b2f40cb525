import type { AuthoredQuest } from '#contract/authoring'
import { Alert, FormErrorSummary } from '#ui'

import { labelOf } from './labels.ts'
import type { QuestDraft } from './use-quest-draft.ts'

type Props = { quest: AuthoredQuest; draft: QuestDraft }

/** Problems to fix before the quest can be submitted. */
export const Problems = ({ quest, draft: { errors, attempt } }: Props) => (
  <>
    {quest.comment === null ? null : (
      <Alert tone="warning" title="Changes requested">
        <p className="whitespace-pre-line">{quest.comment}</p>
      </Alert>
    )}
    {quest.version !== null && quest.begun > 0 ? (
      <Alert>
        {quest.begun === 1 ? '1 learner is' : `${quest.begun} learners are`} working on this quest.
        They keep their version until they switch to the new one; tasks you have not changed carry
        over.
      </Alert>
    ) : null}
    <FormErrorSummary
      attempt={attempt}
      fields={Object.keys(errors).map((path) => ({ id: path, label: labelOf(path) }))}
    />
  </>
)
