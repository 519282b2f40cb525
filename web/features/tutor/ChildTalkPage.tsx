import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, EmptyState, Page, PageHeading, QueryView, Skeleton } from '#ui'
import { dateOf } from '#web/format'

import { Messages } from './Messages.tsx'
import { tutor } from './queries.ts'

/** One of a child's conversations, to be read. */
const ChildTalkPage = () => {
  const { studentId = '', talkId = '' } = useParams()
  const back = <ButtonLink to={paths.child(studentId)}>Back to the dashboard</ButtonLink>
  return (
    <Page width="text">
      <QueryView
        query={useQuery(tutor.listChildMessages.query({ params: { id: talkId } }))}
        loading="Loading the conversation"
        skeleton={<Skeleton className="h-96" />}
        failed="The conversation could not be loaded"
        heading={<PageHeading className="visually-hidden">Conversation with the tutor</PageHeading>}
        missing={
          <>
            <PageHeading className="visually-hidden">There is no such conversation</PageHeading>
            <EmptyState title="There is no such conversation" action={back}>
              Conversations are deleted after the number of days you have chosen.
            </EmptyState>
          </>
        }
      >
        {({ conversation, items }) => (
          <div className="space-y-6">
            <header>
              <PageHeading>{conversation.title}</PageHeading>
              <p className="mt-1 text-muted">
                With the tutor
                {conversation.task_id && conversation.quest_title
                  ? `, about ${conversation.quest_title}`
                  : ''}
                , {dateOf(conversation.created_at)}
              </p>
            </header>
            <Messages messages={items} asker="Your child" />
            <p className="border-t border-line pt-4 text-sm text-muted">
              The tutor’s page tells your child that the family can read along. The list of who has
              read what shows that you have read it.
            </p>
            {back}
          </div>
        )}
      </QueryView>
    </Page>
  )
}

export default ChildTalkPage
