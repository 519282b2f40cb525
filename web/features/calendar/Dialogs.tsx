import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import type { User } from '#contract/auth'
import { Button, Chip, Dialog, ErrorState, lazyPart, Skeleton } from '#ui'
import { plan } from '#views/plan'

import type { OpenDialog } from './CalendarPage.tsx'
import { KINDS, recurrenceInWords, type DisplayedItem, whenOf } from './labels.ts'
import { PlanDayForm } from './PlanDayForm.tsx'
import { calendar } from './queries.ts'

const EventForm = lazyPart(() => import('./EventForm.tsx'), 'EventForm', 'h-48')
const RemoveForm = lazyPart(() => import('./RemoveForm.tsx'), 'RemoveForm', 'h-48')
const Feeds = lazyPart(() => import('./Feeds.tsx'), 'Feeds', 'h-48')
const ImportForm = lazyPart(() => import('./ImportForm.tsx'), 'ImportForm', 'h-48')

type DialogsProps = {
  opened: OpenDialog
  onClose: () => void
  user: User | undefined
  /** The reader's children. */
  family: readonly { id: string; first_name: string }[]
  timeZone: string
}

/** Dialogs above the calendar. */
export const Dialogs = ({ opened, onClose, user, family, timeZone }: DialogsProps) => (
  <Dialog open title={titleOf(opened)} onClose={onClose}>
    {opened.kind === 'new' ? (
      <EventForm start={opened.start} role={user?.role} timeZone={timeZone} onDone={onClose} />
    ) : null}
    {opened.kind === 'item' ? (
      <Item {...opened} timeZone={timeZone} user={user} onClose={onClose} />
    ) : null}
    {opened.kind === 'wish' && user ? (
      <PlanDayForm learnerId={user.id} {...opened} day="" onDone={onClose} />
    ) : null}
    {opened.kind === 'feeds' ? <Feeds family={family} /> : null}
    {opened.kind === 'import' ? <ImportForm timeZone={timeZone} onDone={onClose} /> : null}
  </Dialog>
)

const titleOf = (opened: OpenDialog): string => {
  if (opened.kind === 'item') return opened.item.title
  if (opened.kind === 'wish') return opened.title
  return { new: 'New event', feeds: 'Subscribe', import: 'Import a calendar' }[opened.kind]
}

type ItemProps = Extract<OpenDialog, { kind: 'item' }> & {
  timeZone: string
  user: User | undefined
  onClose: () => void
}

/** Details and actions of an item. */
const Item = ({ item, moved, timeZone, user, onClose }: ItemProps) => {
  const [mode, setMode] = useState<'read' | 'edit' | 'remove'>(moved ? 'edit' : 'read')
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    ...calendar.readNotes.query({
      params: { id: item.event?.id ?? '' },
      query: { learner_id: item.learner_id, occurrence: item.event?.occurrence ?? undefined },
    }),
    // Not refetched while being edited: the edit may have moved or removed it.
    enabled: ({ state }) =>
      item.event !== undefined && (mode === 'read' || state.data === undefined),
    gcTime: 0,
  })
  const notes = item.event ? read?.notes : item.notes
  if (mode === 'edit') {
    if (error)
      return (
        <ErrorState
          title="The event could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )
    if (notes === undefined) return <Skeleton className="h-64" />
    return (
      <EventForm
        item={{ ...item, notes }}
        moved={moved}
        timeZone={timeZone}
        role={user?.role}
        onDone={onClose}
      />
    )
  }
  if (mode === 'remove') return <RemoveForm item={item} onDone={onClose} />
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-2">
        <Chip>{KINDS[item.kind]}</Chip>
        {item.of ? <Chip tone="brand">{item.of}</Chip> : null}
        <span>{whenOf(item, timeZone)}</span>
      </p>
      {item.event?.with ? <p>With {item.event.with}</p> : null}
      {item.event?.recurrence ? (
        <p className="text-muted">{recurrenceInWords(item.event.recurrence)}</p>
      ) : null}
      {notes ? <p className="whitespace-pre-line">{notes}</p> : null}
      {item.href && !item.of ? (
        <p>
          <Link to={item.href} className="link">
            Open the quest
          </Link>
        </p>
      ) : null}
      {item.kind === 'planned' && !item.of && item.quest_id && user ? (
        <Planned item={item} questId={item.quest_id} learnerId={user.id} onDone={onClose} />
      ) : null}
      {item.event?.may_change ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setMode('edit')}>Edit</Button>
          <Button variant="danger" onClick={() => setMode('remove')}>
            Remove
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type PlannedProps = { item: DisplayedItem; questId: string; learnerId: string; onDone: () => void }

/** Only for people who may edit the plan. */
const Planned = ({ item, questId, learnerId, onDone }: PlannedProps) => {
  const { data } = useQuery(plan.getPlan.query({ params: { id: learnerId } }))
  if (!data?.may_edit) return null
  return (
    <PlanDayForm
      learnerId={learnerId}
      questId={questId}
      title={item.title}
      day={item.start}
      onDone={onDone}
    />
  )
}
