import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'

import type { Reply } from '#contract/endpoint'
import { paths } from '#contract/paths'
import type { tutor as calls } from '#contract/tutor'
import { Alert, Button, EmptyState, LoadMore, QueryView, KEEP_FOCUS, toast } from '#ui'
import { HelpFromAPerson } from '#views/safety'
import { messageOf, useApiMutation } from '#web/api'
import { ago } from '#web/format'

import { tutor, tutorStatus } from './queries.ts'
import { Talk } from './Talk.tsx'

type Status = Reply<typeof calls.tutorStatus>

/** A learner's tutor. The URL determines the open conversation, or the quest of a new one. */
export const Tutor = () => {
  const query = useQuery(tutorStatus())
  return (
    <QueryView
      query={query}
      what="the tutor"
      skeleton="h-96"
      forbidden={
        <>
          <EmptyState title="You cannot use the tutor yet">
            {messageOf(query.error, '')} Ask your family whether you can use the tutor. Until then
            you cannot write anything here, and nothing is saved.
          </EmptyState>
          <div className="mt-6 max-w-form">
            <HelpFromAPerson />
          </div>
        </>
      }
    >
      {(status) => <Allowed status={status} />}
    </QueryView>
  )
}

const Allowed = ({ status }: { status: Status }) => {
  const [search] = useSearchParams()
  const talk = search.get('talk')
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[18rem_1fr]">
      <div className={`space-y-6 ${talk ? 'max-lg:hidden' : ''}`}>
        <NewTalk
          about={{ quest_id: search.get('quest'), task_id: search.get('task') }}
          isImmediate={talk === null && status.open && search.has('task')}
        />
        <Talks current={talk} />
        <About status={status} />
      </div>
      <div className={`min-w-0 space-y-4 ${talk ? '' : 'max-lg:hidden'}`}>
        {talk ? (
          <Link
            to={paths.tutor}
            state={KEEP_FOCUS}
            className="link inline-flex min-h-11 items-center gap-2 lg:hidden"
          >
            <ArrowLeft aria-hidden size={18} />
            All conversations
          </Link>
        ) : null}
        {status.open ? null : <Closed status={status} />}
        {talk ? (
          <Talk key={talk} id={talk} isOpen={status.open} />
        ) : (
          <p className="rounded-card border border-dashed border-line px-6 py-16 text-center text-muted">
            Choose a conversation, or start a new one.
          </p>
        )}
      </div>
    </div>
  )
}

type About = { quest_id: string | null; task_id: string | null }

/** @param isImmediate opened from a task: its conversation opens without another press */
const NewTalk = ({ about, isImmediate }: { about: About; isImmediate: boolean }) => {
  const { quest_id, task_id } = about
  const navigate = useNavigate()
  const start = useApiMutation(tutor.startConversation, {
    onSuccess: ({ id }) =>
      // Going back leads to the task, not to another conversation.
      navigate(`${paths.tutor}?talk=${id}`, { state: KEEP_FOCUS, replace: isImmediate }),
  })
  const body = { ...(quest_id ? { quest_id } : {}), ...(task_id ? { task_id } : {}) }
  const begin = () =>
    start.mutate(
      { body },
      {
        onError: (error) =>
          toast.error(messageOf(error, 'The conversation could not be started. Please try again.')),
      },
    )
  const first = useRef(isImmediate ? begin : undefined)
  useEffect(() => {
    first.current?.()
    first.current = undefined
  }, [])
  return (
    <Button
      className="w-full"
      icon={<Plus aria-hidden size={18} />}
      busy={start.isPending}
      onClick={begin}
    >
      {task_id ? 'Ask about this task' : quest_id ? 'Ask about this quest' : 'New conversation'}
    </Button>
  )
}

const Talks = ({ current }: { current: string | null }) => {
  const list = useInfiniteQuery(tutor.listConversations.pages({ query: { limit: 12 } }))
  const [now] = useState(() => Date.now())
  return (
    <QueryView query={list} what="your conversations">
      {({ pages }) => {
        const talks = pages.flatMap(({ items }) => items)
        return talks.length === 0 ? (
          <p className="text-muted">
            Your conversations with the tutor appear here. Start from a task, and the tutor knows
            what you are working on.
          </p>
        ) : (
          <nav aria-label="Conversations">
            <ul className="space-y-1">
              {talks.map(({ id, title, quest_title, task_id, last_message_at }) => (
                <li key={id}>
                  <Link
                    to={`?talk=${id}`}
                    state={KEEP_FOCUS}
                    aria-current={id === current || undefined}
                    className="block rounded-control px-3 py-2 text-ink no-underline hover:bg-sunk aria-[current=true]:bg-brand-soft"
                  >
                    <span className="block font-semibold">{title}</span>
                    <span className="block text-sm text-muted">
                      {task_id && quest_title ? `${quest_title}, ` : ''}
                      {ago(last_message_at, now)}
                    </span>
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

const CLOSED = {
  off: () => 'Your family has switched the tutor off.',
  hours: ({ hours }) => `The tutor is open from ${hours.from} to ${hours.to}.`,
  minutes: () => 'You have used up your time with the tutor for today. You can continue tomorrow.',
  pause: () =>
    'You have been working for a long time. Take a ten-minute break away from the screen.',
} satisfies Record<NonNullable<Status['closed_because']>, (status: Status) => string>

const Closed = ({ status }: { status: Status }) => (
  <Alert tone="info" title="The tutor is closed now">
    {status.closed_because ? <p>{CLOSED[status.closed_because](status)}</p> : null}
  </Alert>
)

const About = ({ status }: { status: Status }) => (
  <div className="space-y-3 border-t border-line pt-4 text-sm text-muted">
    <p className="font-medium">
      Your family can read what you write here, except anything that may be about someone at home.
    </p>
    <p>
      {status.answered_by === 'coach'
        ? 'The tutor here is a set of questions, not a person or an AI that understands you.'
        : 'The tutor is a computer program, not a person. It can be wrong.'}
    </p>
    <details>
      <summary className="min-h-6 font-semibold">Who can read what</summary>
      <div className="space-y-2 pt-2">
        <p>
          The adults who look after you and oversee the tutor can read every conversation. Each
          conversation is deleted after {status.retention_days} days.
        </p>
        <p>
          If you write that you are in danger, we tell a grown-up. If you write that someone at home
          hurts you, we do not tell your family, and they cannot see it here. We tell someone
          responsible for children’s safety instead, also if you write later that you are in danger.
        </p>
      </div>
    </details>
    <HelpFromAPerson />
  </div>
)
