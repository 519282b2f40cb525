import { useDeferredValue } from 'react'

import type { AuthoredQuest } from '#contract/authoring'
import { messageOf } from '#web/api'

import { Conflict } from './Conflict.tsx'
import { Decision } from './Decision.tsx'
import { Preview } from './lazy-components.ts'
import { Problems } from './Problems.tsx'
import { QuestActions } from './QuestActions.tsx'
import { QuestFields } from './QuestFields.tsx'
import { QuestTitle } from './QuestTitle.tsx'
import { type QuestDraft, useQuestDraft } from './use-quest-draft.ts'

/** The quest's fields with a preview, and the save status. */
export const QuestEditor = ({ quest }: { quest: AuthoredQuest }) => {
  const draft = useQuestDraft(quest)
  // Typing has priority; the preview follows when idle.
  const content = useDeferredValue(draft.content)
  return (
    <div className="space-y-6">
      <QuestTitle quest={quest} title={draft.content.title} />
      {quest.may.decide ? <Decision quest={quest} /> : null}
      <Problems quest={quest} draft={draft} />
      {draft.conflict ? <Conflict draft={draft} theirs={draft.conflict.value} /> : null}
      <div className="grid gap-8 xl:grid-cols-2">
        <div className="min-w-0 space-y-8">
          <QuestFields draft={draft} id={quest.id} />
          <QuestActions quest={quest} draft={draft} />
        </div>
        <section
          aria-labelledby="preview"
          className="min-w-0 xl:sticky xl:top-20 xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto xl:pr-1"
        >
          <h2 id="preview" className="mb-4 text-xl">
            Preview for learners
          </h2>
          <Preview id={quest.id} content={content} />
        </section>
      </div>
      <SaveBar draft={draft} />
    </div>
  )
}

const saveWords = ({ status, isUnsaved, error }: QuestDraft) => {
  if (status === 'saving') return 'Saving…'
  if (status === 'conflict') return 'Not saved: it was changed elsewhere'
  if (status !== 'failed') return isUnsaved ? 'Not saved yet' : 'Saved'
  return `Not saved: ${messageOf(error, 'It could not be saved.')} It is saved in this browser.`
}

/** Shows the save status at all times. */
const SaveBar = ({ draft }: { draft: QuestDraft }) => (
  <p
    role="status"
    className="sticky bottom-[calc(var(--bottom-bar,0px)+0.75rem)] z-10 ml-auto w-fit rounded-full border border-line bg-surface px-4 py-1.5 text-sm font-medium shadow-over"
  >
    {saveWords(draft)}
  </p>
)
