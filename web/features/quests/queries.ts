import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'

import type { QuestQuery } from '#contract/quests'
import { client, useApiMutation } from '#web/api'

export const quests = client('quests')

/** Filters of the hub, all of them in the URL. */
export type Filters = Omit<z.input<typeof QuestQuery>, 'cursor' | 'limit'>

export const questList = (filters: Filters) => ({
  ...quests.listQuests.pages({ query: filters }),
  placeholderData: keepPreviousData,
})

export const getQuest = (id: string) => quests.getQuest.query({ params: { id } })

/** The reply is the quest itself. */
const replaces = (input: Parameters<typeof quests.getQuest>[0]) =>
  quests.getQuest.query(input).queryKey

export const useStartQuest = () => useApiMutation(quests.startQuest, { replaces })
export const useLeaveQuest = () => useApiMutation(quests.leaveQuest, { replaces })
