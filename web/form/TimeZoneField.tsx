import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

import { CONTROL, controlProps, Field, type FieldFrame } from '#ui'

import { cityOf, findTimeZones, offsetOf, timeZones, type Zone } from './time-zones.ts'

const MAX_SHOWN = 30

type TimeZoneFieldProps = FieldFrame & {
  /** IANA name. */
  value: string
  onChange: (timeZone: string) => void
}

/** Chooses a time zone by the name of a city or country: a combobox with a list (WAI-ARIA). */
export const TimeZoneField = ({ value, onChange, ...frame }: TimeZoneFieldProps) => {
  const [search, setSearch] = useState<string>()
  const [at, setAt] = useState(0)
  const { id } = frame
  const found = search === undefined ? [] : findTimeZones(timeZones(), search)
  const shown = found.slice(0, MAX_SHOWN)
  const active = shown[at]
  const list = useRef<HTMLDivElement>(null)
  const isOpen = search !== undefined
  // The field may be at the end of a page or dialog.
  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const optionId = (index: number) => `${id}-option-${index}`
  const close = () => setSearch(undefined)
  const open = (words: string) => {
    setSearch(words)
    setAt(0)
  }
  const choose = (zone: Zone | undefined) => {
    if (zone) onChange(zone.id)
    close()
  }
  const move = (step: number) => {
    if (!isOpen) return open('')
    const next = (at + step + shown.length) % Math.max(shown.length, 1)
    setAt(next)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const action = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      ...(isOpen ? { Enter: () => choose(active), Escape: close } : {}),
    }[event.key]
    if (!action) return
    // An open list takes Enter from the form, and Escape from the dialog.
    event.preventDefault()
    action()
  }
  return (
    <Field {...frame}>
      <input
        {...controlProps(frame)}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active ? optionId(at) : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder="City or country"
        value={search ?? nameOf(value)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => open(target.value)}
        onClick={() => isOpen || open('')}
        onKeyDown={press}
        onBlur={close}
        className={CONTROL}
      />
      {isOpen ? (
        <p role="status" className="mt-1 text-sm text-muted">
          {found.length === 0
            ? 'No city or country of a time zone begins like this.'
            : found.length > MAX_SHOWN
              ? `${found.length} time zones: type a city or country`
              : `${found.length} ${found.length === 1 ? 'time zone' : 'time zones'}`}
        </p>
      ) : null}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Time zones"
        hidden={shown.length === 0}
        className="mt-1 max-h-60 overflow-y-auto rounded-control border border-control bg-surface p-1"
      >
        {shown.map((zone, index) => (
          <Option
            key={zone.id}
            id={optionId(index)}
            zone={zone}
            isActive={index === at}
            onChoose={() => choose(zone)}
          />
        ))}
      </div>
    </Field>
  )
}

/** "New York (GMT-5)" */
const nameOf = (timeZone: string) =>
  timeZone === '' ? '' : `${cityOf(timeZone)} (${offsetOf(timeZone)})`

type OptionProps = { id: string; zone: Zone; isActive: boolean; onChoose: () => void }

const Option = ({ id, zone, isActive, onChoose }: OptionProps) => {
  const [country = zone.id.split('/')[0]] = zone.countries
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // The combobox keeps the focus, and handles the keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 w-full text-left flex-wrap items-center justify-between gap-x-3 rounded-control px-3 py-1 hover:bg-sunk aria-selected:bg-brand-soft"
    >
      <span className="font-medium">{zone.city}</span>
      <span className="text-sm text-muted">
        {country === zone.city ? '' : `${country}, `}
        {offsetOf(zone.id)}
      </span>
    </button>
  )
}
