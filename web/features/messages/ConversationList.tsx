import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Moon from 'lucide-react/icons/moon'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import type { Conversation } from '#contract/messages'
import { paths } from '#contract/paths'
import { Button, EmptyState, lazyPart, LoadMore, QueryView, SearchBox, KEEP_FOCUS } from '#ui'
import { useUser } from '#views/auth'
import { ago, dateOf, number } from '#web/format'

import { PersonPicture } from './PersonPicture.tsx'
import { conversationList, messages, nameOf } from './queries.ts'

const NewConversation = lazyPart(() => import('./NewConversation.tsx'), 'NewConversation')

const QuietHours = lazyPart(() => import('./QuietHours.tsx'), 'QuietHours')

/** A person's conversations, or the messages that match a search. */
export const ConversationList = ({ current }: { current: string | undefined }) => {
  const [search, setSearch] = useSearchParams()
  const [begins, setBegins] = useState(false)
  const [quiet, setQuiet] = useState(false)
  const words = search.get('search') ?? ''
  return (
    <div className="space-y-4">
      <Button
        className="w-full"
        icon={<Plus aria-hidden size={18} />}
        onClick={() => setBegins(true)}
      >
        New conversation
      </Button>
      <SearchBox
        id="search-messages"
        label="Search messages"
        placeholder="Search messages"
        value={words}
        onSearch={(next) =>
          setSearch(next ? { search: next } : {}, { replace: true, state: KEEP_FOCUS })
        }
      />
      {words ? <Found words={words} /> : <Conversations current={current} />}
      <Button
        variant="quiet"
        size="small"
        icon={<Moon aria-hidden size={16} />}
        onClick={() => setQuiet(true)}
      >
        Quiet hours
      </Button>
      {quiet ? <QuietHours onClose={() => setQuiet(false)} /> : null}
      {begins ? <NewConversation onClose={() => setBegins(false)} /> : null}
    </div>
  )
}

const ROW =
  'flex min-h-16 items-center gap-3 rounded-control px-3 py-2 text-ink no-underline hover:bg-sunk aria-[current=true]:bg-brand-soft'

const Conversations = ({ current }: { current: string | undefined }) => {
  const list = useInfiniteQuery(conversationList())
  const [now] = useState(() => Date.now())
  return (
    <QueryView query={list} what="your conversations" skeleton="h-72">
      {({ pages }) => {
        const conversations = pages.flatMap(({ items }) => items)
        return conversations.length === 0 ? (
          <EmptyState title="No messages yet">
            Messages between you and the people you know here will appear here.
          </EmptyState>
        ) : (
          <nav aria-label="Conversations">
            <ul className="space-y-1">
              {conversations.map((conversation) => (
                <li key={conversation.id}>
                  <Link
                    to={paths.conversation(conversation.id)}
                    state={KEEP_FOCUS}
                    aria-current={conversation.id === current || undefined}
                    className={ROW}
                  >
                    <Row conversation={conversation} now={now} />
                  </Link>
                </li>
              ))}
            </ul>
            <LoadMore list={list} />
          </nav>
        )
      }}
    </QueryView>
  )
}

const Row = ({ conversation, now }: { conversation: Conversation; now: number }) => {
  const ownId = useUser().id
  const { participants, last_message: last, unread_count: unread } = conversation
  return (
    <>
      <PersonPicture
        person={participants[0] ?? { name: '?', avatar_url: null }}
        className="size-11 text-base"
      />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate font-semibold">{nameOf(conversation)}</span>
          {last ? (
            <span className="shrink-0 text-xs text-muted">{ago(last.created_at, now)}</span>
          ) : null}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={`truncate text-sm ${unread > 0 ? 'font-medium' : 'text-muted'}`}>
            {last ? excerptOf(last, ownId) : 'No messages yet'}
          </span>
          {unread > 0 ? (
            <span className="shrink-0 rounded-full bg-brand px-2 text-sm font-semibold text-on-brand tabular-nums">
              {unread > 99 ? '99+' : number(unread)}
              <span className="visually-hidden"> unread</span>
            </span>
          ) : null}
        </span>
      </span>
    </>
  )
}

const excerptOf = (last: NonNullable<Conversation['last_message']>, ownId: string): string => {
  const words = last.deleted
    ? 'Deleted'
    : last.text || (last.files === 1 ? 'A file' : `${last.files} files`)
  return last.author_id === ownId ? `You: ${words}` : words
}

const Found = ({ words }: { words: string }) => {
  const list = useInfiniteQuery({
    ...messages.searchMessages.pages({ query: { search: words } }),
    placeholderData: keepPreviousData,
  })
  return (
    <QueryView query={list} what="the matches" failed="The search did not work">
      {({ pages }) => {
        const found = pages.flatMap(({ items }) => items)
        return (
          <>
            <p role="status" className="text-sm text-muted">
              {found.length === 0 ? 'No messages contain these words.' : 'Newest first'}
            </p>
            <ul className="space-y-1">
              {found.map(({ id, conversation_id, author, text, created_at }) => (
                <li key={id}>
                  <Link to={paths.conversation(conversation_id)} state={KEEP_FOCUS} className={ROW}>
                    <span className="min-w-0">
                      <span className="block text-sm text-muted">
                        {author.name}, {dateOf(created_at)}
                      </span>
                      <span className="line-clamp-2">{around(text, words)}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <LoadMore list={list} />
          </>
        )
      }}
    </QueryView>
  )
}

/** Part of a long text around the match. */
const around = (text: string, words: string): string => {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  return at > 60 ? `…${text.slice(at - 40)}` : text
}
