import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, LoadMore, Page, PageHeading } from '#ui'
import { loaderFor, type PageTexts } from '#web/page'

import { MessageDays } from './MessageDays.tsx'
import { messagesOfLearner, nameOf } from './queries.ts'

export const handle = {
  failed: 'The conversation could not be loaded',
  missing: {
    title: 'Conversation not found',
    text: 'You can only see conversations of children whose messages you oversee.',
    action: { to: paths.parentDashboard, label: 'Your family' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { studentId = '', conversationId = '' } }) => [
  messagesOfLearner(studentId, conversationId),
])

/** Read-only view of a child's conversation. */
const ChildConversationPage = () => {
  const { studentId = '', conversationId = '' } = useParams()
  const list = useSuspenseInfiniteQuery(messagesOfLearner(studentId, conversationId))
  const { pages } = list.data
  const back = <ButtonLink to={paths.child(studentId)}>Back to the dashboard</ButtonLink>
  const conversation = pages[0]?.conversation
  return (
    <Page width="text">
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
          Both sides are always told that you can read this, and “Who has read what” shows that you
          have.
        </p>
        {back}
      </div>
    </Page>
  )
}

export default ChildConversationPage
