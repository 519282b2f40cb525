import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { LoadMore, QueryView, SectionCard } from '#ui'
import { dateOf } from '#web/format'

import { messages, nameOf } from './queries.ts'

type Props = { id: string; name: string }

/** A child's conversations; renders nothing for guardians without the `messages` scope. */
export const ChildConversations = ({ id: childId, name }: Props) => {
  const list = useInfiniteQuery(
    messages.listConversationsOfLearner.pages({ params: { id: childId }, query: { limit: 5 } }),
  )
  return (
    <QueryView query={list} what="the conversations" missing={<></>}>
      {({ pages }) => {
        const conversations = pages.flatMap(({ items }) => items)
        return (
          <SectionCard id="conversations" title="Messages">
            {conversations.length === 0 ? (
              <p className="mt-2 text-muted">{name} has no conversations with others yet.</p>
            ) : (
              <ul className="mt-3 divide-y divide-line">
                {conversations.map((conversation) => (
                  <li key={conversation.id} className="flex flex-wrap justify-between gap-x-4 py-2">
                    <Link
                      to={paths.childConversation(childId, conversation.id)}
                      className="link font-semibold"
                    >
                      {nameOf(conversation)}
                    </Link>
                    {conversation.last_message ? (
                      <span className="text-muted">
                        {dateOf(conversation.last_message.created_at)}
                      </span>
                    ) : null}
                  </li>
                ))}
              </ul>
            )}
            <LoadMore list={list} />
          </SectionCard>
        )
      }}
    </QueryView>
  )
}
