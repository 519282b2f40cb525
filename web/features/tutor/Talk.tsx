import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import type { TutorConversation, TutorMessage } from '#contract/tutor'
import { Button, EmptyState, QueryView } from '#ui'
import { CrisisHelp } from '#views/safety'
import { messageOf } from '#web/api'

import { Composer } from './Composer.tsx'
import { Message, Messages } from './Messages.tsx'
import { talkMessages } from './queries.ts'
import { type Exchange, useTalk } from './use-talk.ts'

/** One conversation with its message input. */
export const Talk = ({ id, isOpen }: { id: string; isOpen: boolean }) => (
  <QueryView
    query={useQuery(talkMessages(id))}
    what="the conversation"
    skeleton="h-96"
    missing={
      <EmptyState title="Conversation not found">
        Conversations are deleted after a set number of days, so it may be gone.
      </EmptyState>
    }
  >
    {({ conversation, items, family_reads }) => (
      <Loaded
        id={id}
        conversation={conversation}
        messages={items}
        isReadByFamily={family_reads}
        isOpen={isOpen}
      />
    )}
  </QueryView>
)

type LoadedProps = {
  id: string
  conversation: TutorConversation
  messages: readonly TutorMessage[]
  isReadByFamily: boolean
  isOpen: boolean
}

const Loaded = ({ id, conversation, messages, isReadByFamily, isOpen }: LoadedProps) => {
  const { exchange, isWriting, send, retry, stop, takeBack } = useTalk(id)
  const [text, setText] = useState(
    // Ready to send, or to be replaced.
    messages.length === 0 && conversation.task_id
      ? `I’m stuck on “${conversation.title}”. Can you give me a hint?`
      : '',
  )
  const end = useRef<HTMLDivElement>(null)
  const help = useRef<HTMLDivElement>(null)
  const shown = messages.length + (exchange?.pieces.length ?? 0)
  const last = exchange?.answer ?? messages.at(-1)
  const crisis = last?.crisis ?? undefined
  const isCrisis = crisis !== undefined
  useEffect(() => {
    // Crisis contacts take priority.
    if (isCrisis) help.current?.scrollIntoView({ block: 'start' })
    else if (shown > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [shown, isCrisis])
  return (
    <section aria-labelledby="talk" className="flex min-w-0 flex-col gap-6">
      <h2 id="talk" className="text-xl">
        {conversation.title}
        {conversation.task_id && conversation.quest_title ? (
          <span className="block text-base font-normal text-muted">{conversation.quest_title}</span>
        ) : null}
      </h2>
      {messages.length === 0 && !exchange ? <Hello /> : null}
      <Messages messages={messages} asker="You" />
      {exchange ? <UnderWay exchange={exchange} /> : null}
      {exchange?.error ? (
        <div role="alert" className="rounded-card border border-danger bg-danger-soft p-4">
          <p className="font-semibold text-danger">Your message was not sent. It is still here.</p>
          <p>{messageOf(exchange.error, 'Something went wrong.')}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="small" onClick={retry}>
              Try again
            </Button>
            <Button variant="secondary" size="small" onClick={() => setText(takeBack())}>
              Edit the message
            </Button>
          </div>
        </div>
      ) : null}
      {isCrisis ? (
        <div ref={help} className="scroll-mt-48">
          <CrisisHelp about={crisis} />
        </div>
      ) : null}
      <div ref={end} className="scroll-mb-40" />
      <div className="sticky -mx-4 border-t border-line bg-bg px-4 pt-3 pb-4 sm:mx-0 sm:px-0 bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))]">
        <Composer
          text={text}
          setText={setText}
          isWriting={isWriting}
          disabled={!isOpen || exchange?.error !== undefined}
          hasFocus={messages.length === 0}
          send={() => {
            void send(text.trim())
            setText('')
          }}
          stop={stop}
        />
        <p className="mt-2 text-sm font-medium text-muted">
          {isReadByFamily ? 'Your family can read this.' : 'Your family cannot see this.'}
        </p>
      </div>
    </section>
  )
}

const Hello = () => (
  <p className="rounded-card border border-line bg-surface px-4 py-3">
    What are you working on? I ask questions and give hints. The work stays yours.
  </p>
)

const UnderWay = ({ exchange: { text, asked, answer, pieces, error } }: { exchange: Exchange }) => (
  <ol className="space-y-5">
    <Message
      message={asked ?? { id: 'asked', author: 'learner', text, origin: null, state: 'done' }}
      asker="You"
    />
    {error && pieces.length === 0 ? null : (
      <Message
        message={
          answer ?? { id: 'answer', author: 'tutor', text: '', origin: null, state: 'waiting' }
        }
        asker="You"
        pieces={pieces}
      />
    )}
  </ol>
)
