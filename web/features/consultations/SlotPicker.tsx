import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Slot } from '#contract/consultations'
import { LoadMore } from '#ui/load-more'
import { QueryView } from '#ui/query-view'
import { Select } from '#ui/select'
import { Skeleton } from '#ui/states'
import { dayInWords } from '#web/format'

import { consultations } from './queries.ts'
import { dayIn, hostsTime, timeIn, ZONE_OPTIONS } from './words.ts'

type Props = {
  timeZone: string
  onTimeZone: (timeZone: string) => void
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  /** Instead of times, where no teacher offers any. */
  none: ReactNode
}

/** The times of all teachers by day, as the reader's clock shows them, the teacher's beside. */
export const SlotPicker = ({ timeZone, onTimeZone, chosen, onChoose, none }: Props) => {
  const list = useInfiniteQuery(consultations.listSlots.pages({}))
  return (
    <QueryView
      query={list}
      loading="Loading times"
      skeleton={<Skeleton className="h-72" />}
      failed="The times could not be loaded"
    >
      {({ pages }) => {
        const slots = pages.flatMap(({ items }) => items)
        if (slots.length === 0) return none
        const days = Map.groupBy(slots, ({ starts_at }) => dayIn(starts_at, timeZone))
        return (
          <div className="space-y-5">
            <Select
              id="slot-time_zone"
              label="Times are shown for"
              options={ZONE_OPTIONS}
              value={timeZone}
              onChange={({ target }) => onTimeZone(target.value)}
            />
            <div className="max-h-[60dvh] space-y-5 overflow-y-auto pr-1">
              {[...days].map(([day, onDay]) => (
                <fieldset key={day}>
                  <legend className="font-semibold">{dayInWords(day)}</legend>
                  <div className="mt-2 grid gap-2 sm:grid-cols-2">
                    {onDay.map((slot) => (
                      <Choice
                        key={`${slot.host.id} ${slot.starts_at}`}
                        slot={slot}
                        timeZone={timeZone}
                        isChosen={isSame(slot, chosen)}
                        onChoose={onChoose}
                      />
                    ))}
                  </div>
                </fieldset>
              ))}
              <LoadMore list={list} />
            </div>
          </div>
        )
      }}
    </QueryView>
  )
}

const isSame = (slot: Slot, other: Slot | undefined): boolean =>
  slot.starts_at === other?.starts_at && slot.host.id === other.host.id

type ChoiceProps = {
  slot: Slot
  timeZone: string
  isChosen: boolean
  onChoose: (slot: Slot) => void
}

const Choice = ({ slot, timeZone, isChosen, onChoose }: ChoiceProps) => (
  <label className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-control bg-surface px-3 py-2 transition-colors hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
    <input
      type="radio"
      name="slot"
      checked={isChosen}
      onChange={() => onChoose(slot)}
      className="mt-[0.2em] size-5 shrink-0 accent-brand outline-none"
    />
    <span className="min-w-0">
      <span className="block font-medium tabular-nums">{timeIn(slot.starts_at, timeZone)}</span>
      <span className="block text-sm text-muted">
        <bdi>{slot.host.name}</bdi>
        {slot.host.time_zone === timeZone
          ? null
          : `, ${hostsTime(slot.starts_at, slot.host.time_zone, timeZone)}`}
      </span>
    </span>
  </label>
)
