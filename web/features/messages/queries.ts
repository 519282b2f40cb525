import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { Reply } from '#contract/endpoint'
import type { Conversation, Message, messages as calls } from '#contract/messages'
import { client } from '#web/api'

export const messages = client('messages')

const PAGE = 30

export const messagePages = (id: string) =>
  messages.listMessagesOfConversation.pages({ params: { id }, query: { limit: PAGE } })
export const conversationList = () => messages.listConversationsOfPerson.pages()

/** Adds a stored message to the cache before the refetch. */
export const addSentMessage = (cache: QueryClient, message: Message): void => {
  type Pages = InfiniteData<Reply<typeof calls.listMessagesOfConversation>>
  cache.setQueryData(messagePages(message.conversation_id).queryKey, (known: Pages | undefined) => {
    const [newest, ...older] = known?.pages ?? []
    if (!known || !newest || newest.items.some(({ id }) => id === message.id)) return known
    return { ...known, pages: [{ ...newest, items: [message, ...newest.items] }, ...older] }
  })
}

/** Title of a conversation: its name, or its participants. */
export const nameOf = ({ title, participants }: Pick<Conversation, 'title' | 'participants'>) =>
  title ?? (participants.map(({ name }) => name).join(', ') || 'Someone who has left')

export const messagesOfLearner = (learnerId: string, conversationId: string) =>
  messages.listMessagesOfLearner.pages({
    params: { id: learnerId, conversation_id: conversationId },
  })
