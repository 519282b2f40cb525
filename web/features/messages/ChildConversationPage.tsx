import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, LoadMore, Page, PageHeading, QueryView, Skeleton } from '#ui'

import { MessageDays } from './MessageDays.tsx'
import { messages, nameOf } from './queries.ts'

/** One of a child's conversations, to be read. */
const ChildConversationPage = () => {
  const { studentId = '', conversationId = '' } = useParams()
  const params = { id: studentId, conversation_id: conversationId }
  const list = useInfiniteQuery(messages.listMessagesOfLearner.pages({ params }))
  const back = <ButtonLink to={paths.child(studentId)}>Back to the dashboard</ButtonLink>
  return (
    <Page width="text">
      <QueryView
        query={list}
        loading="Loading the conversation"
        skeleton={<Skeleton className="h-96" />}
        failed="The conversation could not be loaded"
        heading={<PageHeading className="visually-hidden">Conversation</PageHeading>}
        missing={
          <>
            <PageHeading className="visually-hidden">There is no such conversation</PageHeading>
            <EmptyState title="There is no such conversation" action={back}>
              You see the conversations of children whose messages you look after.
            </EmptyState>
          </>
        }
      >
        {({ pages }) => {
          const conversation = pages[0]?.conversation
          return (
            <div className="space-y-6">
              {conversation ? (
                <header>
                  <PageHeading>{`With ${nameOf(conversation)}`}</PageHeading>
                  <p className="mt-1 text-muted">The newest messages are at the end.</p>
                </header>
              ) : null}
              <LoadMore list={list} />
              <MessageDays
                messages={pages.flatMap(({ items }) => items).toReversed()}
                ownId={undefined}
                isGroup
              />
              <p className="border-t border-line pt-4 text-sm text-muted">
                Both sides are always told that you can read this, and the list of who has read what
                shows that you have.
              </p>
              {back}
            </div>
          )
        }}
      </QueryView>
    </Page>
  )
}

export default ChildConversationPage
