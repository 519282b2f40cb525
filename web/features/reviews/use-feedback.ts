import { useQueryClient } from '@tanstack/react-query'

import type { Annotation, FeedbackDraft, Review } from '#contract/reviews'
import { useSyncedDraft } from '#web/drafts'

import { reviews } from './queries.ts'

const EMPTY: FeedbackDraft = { comment: '', annotations: [], met: [] }

/** Draft of feedback. The server does not version it: the last device to save wins. */
export const useFeedback = ({ id, draft: stored }: Review) => {
  const cache = useQueryClient()
  const { value, change, ...draft } = useSyncedDraft(`feedback ${id}`, {
    remote: { value: stored ?? EMPTY, version: null },
    save: async ({ value: body }) => {
      await reviews.saveFeedback({ params: { id }, body })
      // Updates the cache of every filtered queue: drafts have no version, so a page opened from the cache could not detect that
      // it is older.
      cache.setQueriesData<Review>(
        { queryKey: reviews.getReview.query({ params: { id } }).queryKey },
        (before) => before && { ...before, draft: body },
      )
      return { version: null }
    },
  })
  const changeAnnotations = (next: (annotations: Annotation[]) => Annotation[]) =>
    change((before) => ({ ...before, annotations: next(before.annotations) }))
  return {
    ...draft,
    ...value,
    // Drafts saved by an earlier version of this app have none.
    met: value.met ?? [],
    tick: (criterion: string, isMet: boolean) =>
      change((before) => ({
        ...before,
        met: [
          ...(before.met ?? []).filter((each) => each !== criterion),
          ...(isMet ? [criterion] : []),
        ],
      })),
    write: (comment: string) => change((before) => ({ ...before, comment })),
    pin: (annotation: Annotation) => changeAnnotations((all) => [...all, annotation]),
    unpin: (index: number) => changeAnnotations((all) => all.filter((_, at) => at !== index)),
  }
}

export type FeedbackHandle = ReturnType<typeof useFeedback>
