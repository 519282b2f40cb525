import { useQuery } from '@tanstack/react-query'
import Compass from 'lucide-react/icons/compass'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { paths } from '#contract/paths'
import { Button, SectionCard } from '#ui'
import { plan } from '#views/plan'

import type { OpenDialog } from './CalendarPage.tsx'

type WishesProps = {
  learnerId: string
  /** A grid is available as a drop target. */
  isDraggable: boolean
  onOpen: (opened: OpenDialog) => void
}

/** Plan items without a day, to be dragged to one or scheduled in a form. */
export const UndatedPlanEntries = ({ learnerId, isDraggable, onOpen }: WishesProps) => {
  const { data } = useQuery(plan.getPlan.query({ params: { id: learnerId } }))
  const list = useRef<HTMLUListElement>(null)
  const wishes =
    data?.entries.filter((each) => !each.target_date && each.state !== 'completed') ?? []
  const mayEdit = data?.may_edit === true
  const canDrag = isDraggable && mayEdit && wishes.length > 0
  useEffect(() => {
    if (!canDrag || !list.current) return undefined
    const element = list.current
    // Part of the grid's bundle, which a phone does not load.
    const dragging = import('@fullcalendar/react/interaction').then(
      ({ Draggable }) =>
        new Draggable(element, {
          itemSelector: 'li',
          eventData: ({ dataset }) => ({
            title: dataset.title ?? '',
            allDay: true,
            extendedProps: { questId: dataset.quest },
          }),
        }),
    )
    return () => void dragging.then((draggable) => draggable.destroy())
  }, [canDrag])
  if (wishes.length === 0) return null
  return (
    <SectionCard id="wishes" title="In your plan, without a day" className="no-print mt-8">
      <p className="mt-1 text-muted">
        {mayEdit ? (
          'Choose a day for each when you are ready. A day is a wish, not a deadline.'
        ) : (
          <>
            You make your plan together with your advisor.{' '}
            <Link to={paths.plan()} className="link">
              Say what you would like
            </Link>
          </>
        )}
      </p>
      <ul ref={list} className="mt-3 grid gap-2 sm:grid-cols-2">
        {wishes.map(({ quest_id, title }) => (
          <li
            key={quest_id}
            data-quest={quest_id}
            data-title={title}
            className={`flex items-center justify-between gap-3 rounded-control border border-line bg-surface py-1 pr-2 pl-3 ${canDrag ? 'cursor-grab' : ''}`}
          >
            <Link to={paths.quest(quest_id)} draggable={false} className="link min-w-0 py-1.5">
              <Compass aria-hidden size={14} className="mr-1.5 inline align-[-0.1em]" />
              {title}
            </Link>
            {mayEdit ? (
              <Button
                variant="quiet"
                size="small"
                onClick={() => onOpen({ kind: 'wish', questId: quest_id, title })}
              >
                Choose a day<span className="visually-hidden"> for {title}</span>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
