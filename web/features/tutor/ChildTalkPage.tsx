import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'

import { paths } from '#contract/paths'
import { ButtonLink, Page, PageHeading } from '#ui'
import { dateOf } from '#web/format'
import { loads, type PageWords } from '#web/page'

import { Messages } from './Messages.tsx'
import { childTalk } from './queries.ts'

export const handle = {
  failed: 'The conversation could not be loaded',
  missing: {
    title: 'There is no such conversation',
    text: 'Conversations are deleted after the number of days you have chosen.',
    action: { to: paths.parentDashboard, label: 'Your family' },
  },
} satisfies PageWords

export const clientLoader = loads(({ params: { talkId = '' } }) => [childTalk(talkId)])

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
          The tutor’s page tells your child that the family can read along. The list of who has read
          what shows that you have read it.
        </p>
        {back}
      </div>
    </Page>
  )
}

export default ChildTalkPage
