import { useParams } from 'react-router'

import { useAuth } from '#views/auth'
import { HelpFromAPerson } from '#views/safety'

import { ConversationList } from './ConversationList.tsx'
import { Thread } from './Thread.tsx'

/** Two panes side by side; separate pages on phones. */
const MessagesPage = () => {
  const { conversationId } = useParams()
  const { user } = useAuth()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className={conversationId ? 'max-lg:hidden' : ''}>
        <ConversationList current={conversationId} />
        {user?.role === 'student' ? (
          <div className="mt-6 border-t border-line pt-4 text-sm text-muted">
            <HelpFromAPerson />
          </div>
        ) : null}
      </div>
      <div className={`min-w-0 ${conversationId ? '' : 'max-lg:hidden'}`}>
        {conversationId ? (
          <Thread key={conversationId} id={conversationId} />
        ) : (
          <p className="rounded-card border border-dashed border-line px-6 py-16 text-center text-muted">
            Choose a conversation, or start a new one.
          </p>
        )}
      </div>
    </div>
  )
}

export default MessagesPage
