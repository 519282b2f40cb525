import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { OwnTask, Quest, QuestQuery, SubmissionOutcome } from '#contract/quests'
import { client } from '#web/api'

export const quests = client(async () => (await import('#contract/quests')).quests)

/** What the hub can be narrowed by; all of it stands in the URL. */
export type Filters = Omit<z.input<typeof QuestQuery>, 'cursor' | 'limit'>

export const questList = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['quests', filters],
    queryFn: ({ pageParam, signal }) =>
      quests.listQuests({ query: { ...filters, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (previous) => previous,
  })

export const questDetail = (id: string) =>
  queryOptions({
    queryKey: ['quest', id],
    queryFn: ({ signal }) => quests.getQuest({ params: { id } }, { signal }),
  })

export const wholeAttempt = (id: string) =>
  queryOptions({
    queryKey: ['attempt', id],
    queryFn: ({ signal }) => quests.getAttempt({ params: { id } }, { signal }),
  })

/** Everything that shows a learner's work is asked for again; `quest`, where the answer brought it, at once. */
const useShowChange = () => {
  const cache = useQueryClient()
  return async (questId: string, quest?: Quest) => {
    if (quest) cache.setQueryData(questDetail(questId).queryKey, quest)
    await Promise.all([
      ...(quest ? [] : [cache.invalidateQueries({ queryKey: ['quest', questId] })]),
      cache.invalidateQueries({ queryKey: ['quests'] }),
      cache.invalidateQueries({ queryKey: ['dashboard'] }),
      cache.invalidateQueries({ queryKey: ['portfolio'] }),
      cache.invalidateQueries({ queryKey: ['badges'] }),
    ])
  }
}

export const useStartQuest = (id: string) => {
  const show = useShowChange()
  return useMutation({
    mutationFn: () => quests.startQuest({ params: { id } }),
    onSuccess: (quest) => show(id, quest),
  })
}

export const useLeaveQuest = (id: string) => {
  const show = useShowChange()
  return useMutation({
    mutationFn: () => quests.leaveQuest({ params: { id } }),
    onSuccess: (quest) => show(id, quest),
  })
}

type Hand = { taskId: string; idempotencyKey: string }

/** Hands in. The key stays the same while one tries again, so that a lost answer never counts twice. */
export const useSubmitTask = (questId: string) => {
  const show = useShowChange()
  return useMutation({
    mutationFn: ({
      taskId,
      idempotencyKey,
      ...body
    }: Hand & Parameters<typeof quests.submitTask>[0]['body']): Promise<SubmissionOutcome> =>
      quests.submitTask({ params: { id: taskId }, body }, { idempotencyKey }),
    onSuccess: () => show(questId),
  })
}

export const useWithdrawTask = (questId: string) => {
  const show = useShowChange()
  return useMutation({
    mutationFn: ({ taskId, idempotencyKey }: Hand) =>
      quests.withdrawTask({ params: { id: taskId } }, { idempotencyKey }),
    onSuccess: () => show(questId),
  })
}

export const useAddOwnTask = (questId: string) => {
  const show = useShowChange()
  return useMutation({
    mutationFn: ({
      idempotencyKey,
      ...body
    }: z.input<typeof OwnTask> & { idempotencyKey: string }) =>
      quests.addOwnTask({ params: { id: questId }, body }, { idempotencyKey }),
    onSuccess: () => show(questId),
  })
}
