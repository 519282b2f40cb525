import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'

import type { Message, OpenConversation } from '#contract/messages'
import { paths } from '#contract/paths'
import { Alert, Button, EmptyState, lazyPart, QueryView, KEEP_FOCUS } from '#ui'
import { useUser } from '#views/auth'
import { isAnswerLink } from '#web/browser'

import { Composer } from './Composer.tsx'
import { MessageDays } from './MessageDays.tsx'
import { messagePages, messages, nameOf } from './queries.ts'
import { useDraft } from './use-draft.ts'
import { useMessageOutbox, type WaitingMessage } from './use-outbox.ts'
import { useReadMark } from './use-read-mark.ts'
import { WaitingMessages } from './WaitingMessages.tsx'

const MessageMenu = lazyPart(() => import('./MessageMenu.tsx'), 'MessageMenu')

/** One conversation with its message input. */
export const Thread = ({ id }: { id: string }) => {
  const conversation = useQuery(messages.openConversation.query({ params: { id } }))
  const list = useInfiniteQuery(messagePages(id))
  const missing = (
    <EmptyState title="Conversation not found">
      It may belong to someone else, or you may no longer be part of it.
    </EmptyState>
  )
  return (
    <QueryView query={conversation} what="the conversation" skeleton="h-96" missing={missing}>
      {(open) => (
        <QueryView query={list} what="the messages" skeleton="h-96" missing={missing}>
          {({ pages }) => (
            <Loaded
              conversation={open}
              messages={pages.flatMap(({ items }) => items).toReversed()}
              earlier={list}
            />
          )}
        </QueryView>
      )}
    </QueryView>
  )
}

type LoadedProps = {
  conversation: OpenConversation
  /** Oldest first. */
  messages: readonly Message[]
  earlier: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

const Loaded = ({ conversation, messages, earlier }: LoadedProps) => {
  const { id, can_write, read_number } = conversation
  const ownId = useUser().id
  const { draft, change, clear } = useDraft(id)
  const outbox = useMessageOutbox(id)
  const [chosen, setChosen] = useState<Message>()
  const [firstUnread] = useState(
    () =>
      messages.find(({ number, author }) => number > read_number && author.id !== ownId)?.number,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const { state } = useLocation()
  const isChosen = state === KEEP_FOCUS
  const [prepared] = useState(() => (state as { prepared?: string } | null)?.prepared)
  useEffect(() => {
    if (prepared) change(({ text }) => ({ text: text === '' ? prepared : text }))
    // Once, as the conversation opens: a message that was sent must not come back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  useEffect(() => {
    // On phones, the list in which it was chosen is gone.
    if (isChosen) heading.current?.focus({ preventScroll: true })
  }, [isChosen])
  useEffect(() => {
    if (isAnswerLink()) document.getElementById('message')?.focus()
  }, [])
  const newest = messages.at(-1)
  useReadMark(id, newest?.number ?? 0, read_number)

  const send = () => {
    outbox.write(draft.text.trim(), draft.files)
    clear()
  }
  const edit = (message: WaitingMessage) => {
    outbox.remove(message)
    // Keeps text written since.
    change(({ text, files }) => ({
      text: [message.text, text].filter((each) => each !== '').join('\n'),
      files: [...message.files, ...files],
    }))
    document.getElementById('message')?.focus()
  }
  const seenBy = conversation.read_by.filter(({ number }) => number >= (newest?.number ?? 1))

  return (
    <section
      aria-labelledby="conversation"
      className="flex h-[max(24rem,calc(100dvh-var(--top-bar)-var(--bottom-bar,0px)-11rem))] min-w-0 flex-col overflow-hidden rounded-card border border-line bg-bg max-lg:h-[max(22rem,calc(100dvh-var(--top-bar)-var(--bottom-bar,0px)-8rem))]"
    >
      <header className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 sm:px-5">
        <Link
          to={paths.communication}
          state={KEEP_FOCUS}
          aria-label="All conversations"
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunk lg:hidden"
        >
          <ArrowLeft aria-hidden size={20} />
        </Link>
        <div className="min-w-0 py-1">
          <h2 ref={heading} id="conversation" tabIndex={-1} className="truncate text-lg">
            {nameOf(conversation)}
          </h2>
          <Families {...conversation} />
        </div>
      </header>
      {/* Bottom-aligned: the newest messages stay in view, and loading earlier ones does not shift the scroll position. */}
      <div
        role="region"
        aria-label="Messages"
        // Scrollable, and therefore focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="flex min-h-0 grow flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 -outline-offset-3 sm:px-5"
      >
        <div>
          {earlier.hasNextPage ? (
            <p className="mb-4 text-center">
              <Button
                variant="secondary"
                size="small"
                busy={earlier.isFetchingNextPage}
                onClick={() => void earlier.fetchNextPage()}
              >
                Earlier messages
              </Button>
            </p>
          ) : null}
          {messages.length + outbox.waiting.length === 0 ? (
            <p className="py-8 text-center text-muted">No messages here yet.</p>
          ) : null}
          <MessageDays
            messages={messages}
            ownId={ownId}
            isGroup={conversation.kind !== 'pair'}
            firstUnread={firstUnread}
            onMore={setChosen}
          />
          {seenBy.length > 0 && newest?.author.id === ownId ? (
            <p className="mt-1 text-right text-sm text-muted">
              Read by {seenBy.map(({ name }) => name).join(', ')}
            </p>
          ) : null}
          {outbox.waiting.length > 0 ? <WaitingMessages {...outbox} edit={edit} /> : null}
        </div>
      </div>
      <NewestAloud message={newest} ownId={ownId} />
      <div className="border-t border-line bg-surface px-3 py-3 sm:px-5">
        {can_write ? (
          <Composer draft={draft} change={change} send={send} />
        ) : (
          <Alert tone="info" title="This conversation cannot continue">
            <p>The messages in it stay here.</p>
            {draft.text === '' ? null : (
              <p dir="auto" className="mt-2 whitespace-pre-line">
                Your unsent draft: {draft.text}
              </p>
            )}
          </Alert>
        )}
      </div>
      {chosen ? (
        <MessageMenu
          message={chosen}
          isOwn={chosen.author.id === ownId}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </section>
  )
}

const list = new Intl.ListFormat('en')

/** Families that can read the conversation: always shown to both sides. */
const Families = ({ families: { own, of } }: Pick<OpenConversation, 'families'>) => {
  if (!own && of.length === 0) return null
  const others = list.format(of.map((name) => `${name}’s family`))
  const who = own ? (of.length > 0 ? `Your family and ${others}` : 'Your family') : others
  return <p className="text-sm text-muted">{who} can read this.</p>
}

type AloudProps = { message: Message | undefined; ownId: string }

/** Announces only messages that arrive while the conversation is open to screen readers. */
const NewestAloud = ({ message, ownId }: AloudProps) => {
  const [opened] = useState(message?.number ?? 0)
  const isNews = message && message.number > opened && message.author.id !== ownId
  return (
    <p aria-live="polite" className="visually-hidden">
      {isNews ? `${message.author.name}: ${message.deleted ? 'deleted' : message.text}` : ''}
    </p>
  )
}
