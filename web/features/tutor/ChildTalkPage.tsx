import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, Page, PageHeading } from '#ui'
import { dateOf } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { Messages } from './Messages.tsx'
import { childTalk } from './queries.ts'

export const handle = {
  failed: 'The conversation could not be loaded',
  missing: {
    title: 'Conversation not found',
    text: 'Conversations are deleted after the number of days you chose.',
    action: { to: paths.parentDashboard, label: 'Your family' },
  },
} satisfies PageTexts

export const clientLoader = loaderFor(({ params: { talkId = '' } }) => [childTalk(talkId)])

/** Read-only view of a child's conversation. */
const ChildTalkPage = () => {
  const { studentId = '', talkId = '' } = useParams()
  const back = <ButtonLink to={paths.child(studentId)}>Back to the dashboard</ButtonLink>
  const {
    data: { conversation, items },
  } = useSuspenseQuery(childTalk(talkId))
  return (
    <Page width="text">
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
          The tutor page tells your child that the family can read this. “Who has read what” shows
          that you have.
        </p>
        {back}
      </div>
    </Page>
  )
}

export default ChildTalkPage
