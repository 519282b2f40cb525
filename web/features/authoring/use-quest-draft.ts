import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { AuthoredQuest, DraftContent } from '#contract/authoring'
import { ApiError } from '#web/api'
import { useSyncedDraft } from '#web/drafts'

import { authoredQuest, authoring } from './queries.ts'

type Problems = Record<string, string>

const versioned = ({ content, revision }: AuthoredQuest) => ({ value: content, version: revision })

/** Errors by field path in the form. */
const problemsIn = (error: unknown): Problems =>
  Object.fromEntries(
    Object.entries(error instanceof ApiError ? error.fields : {}).map(([path, words]) => [
      path.replace(/^content\./, ''),
      words,
    ]),
  )

/** Draft of a quest. After a conflict, both drafts stay until the author chooses one. */
export const useQuestDraft = (stored: AuthoredQuest) => {
  const { id } = stored
  const cache = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const [attempt, setAttempt] = useState(0)
  const { value, error, change, follow, ...draft } = useSyncedDraft(`quest ${id}`, {
    remote: versioned(stored),
    read: async () => versioned(await authoring.getAuthored({ params: { id } })),
    save: async ({ value: content, version: revision }) => {
      const saved = await authoring.saveQuest({ params: { id }, body: { revision, content } })
      cache.setQueryData(
        authoredQuest(id).queryKey,
        (before) => before && { ...before, state: 'draft' as const, content, ...saved },
      )
      setProblems({})
      return { version: saved.revision }
    },
  })
  return {
    ...draft,
    content: value,
    error,
    errors: error ? problemsIn(error) : problems,
    /** Number of failed validations. */
    attempt,
    showProblems: (fields: Problems) => {
      setProblems(fields)
      setAttempt((before) => before + 1)
    },
    change: (part: Partial<DraftContent>) => change((before) => ({ ...before, ...part })),
    /** Continues a revision that was not created by saving. */
    follow: (quest: AuthoredQuest) => follow(versioned(quest), (_, own) => own),
  }
}

export type QuestDraft = ReturnType<typeof useQuestDraft>
