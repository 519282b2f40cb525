import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Slot } from '#contract/consultations'
import { LoadMore, QueryView, RadioCards } from '#ui'
import { TimeZoneField } from '#web/form'
import { dayIn } from '#web/format'

import { dayInFull, hostsTime, timeIn } from './labels.ts'
import { consultations } from './queries.ts'

type Props = {
  timeZone: string
  onTimeZone: (timeZone: string) => void
  chosen: Slot | undefined
  onChoose: (slot: Slot) => void
  /** Shown if no teacher offers a slot. */
  none: ReactNode
}

/** Slots of all teachers by day in the reader's time zone, with the teacher's local time. */
export const SlotPicker = ({ timeZone, onTimeZone, chosen, onChoose, none }: Props) => {
  const list = useInfiniteQuery(consultations.listSlots.pages({}))
  return (
    <QueryView query={list} what="the times" skeleton="h-72">
      {({ pages }) => {
        const slots = pages.flatMap(({ items }) => items)
        if (slots.length === 0) return none
        const days = Map.groupBy(slots, ({ starts_at }) => dayIn(starts_at, timeZone))
        return (
          <div className="space-y-5">
            <TimeZoneField
              id="slot-time_zone"
              label="Times are shown for"
              value={timeZone}
              onChange={onTimeZone}
            />
            <div className="max-h-[60dvh] space-y-5 overflow-y-auto pr-1">
              {[...days].map(([day, onDay]) => (
                <RadioCards
                  key={day}
                  legend={dayInFull(day)}
                  name="slot"
                  columns={2}
                  options={onDay.map((slot) => optionOf(slot, timeZone, chosen))}
                  onChange={({ target }) => {
                    const slot = onDay.find((each) => valueOf(each) === target.value)
                    if (slot) onChoose(slot)
                  }}
                />
              ))}
              <LoadMore list={list} />
            </div>
          </div>
        )
      }}
    </QueryView>
  )
}

const valueOf = ({ host, starts_at }: Slot): string => `${host.id} ${starts_at}`

const optionOf = (slot: Slot, timeZone: string, chosen: Slot | undefined) => {
  const { starts_at, host } = slot
  const there =
    host.time_zone === timeZone ? '' : `, ${hostsTime(starts_at, host.time_zone, timeZone)}`
  return {
    value: valueOf(slot),
    label: timeIn(starts_at, timeZone),
    hint: `${host.name}${there}`,
    checked: chosen !== undefined && valueOf(chosen) === valueOf(slot),
  }
}
