import { useState } from 'react'

import type { ImportResult } from '#contract/calendar'
import { Alert, Button, Chip, TextField, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { TimeZoneField } from '#web/form'
import { dateOf, dayInWords } from '#web/format'

import { calendar } from './queries.ts'

type ImportFormProps = { timeZone: string; onDone: () => void }

/** Imports events from another program's file: first a preview, then the import. */
export const ImportForm = ({ timeZone, onDone }: ImportFormProps) => {
  const [file, setFile] = useState<File>()
  const [zone, setZone] = useState(timeZone)
  const previewing = useApiMutation(calendar.importEvents)
  const importing = useApiMutation(calendar.importEvents)
  const result = file ? previewing.data : undefined

  const send = (
    change: typeof previewing,
    preview: boolean,
    more: { file: File; zone: string },
  ) => {
    const form = new FormData()
    form.set('file', more.file)
    form.set('time_zone', more.zone)
    form.set('preview', String(preview))
    change.mutate(
      { form },
      preview
        ? {}
        : {
            onSuccess: ({ events }) => {
              toast.success(inWords(events))
              onDone()
            },
          },
    )
  }
  const choose = (chosen: File | undefined, inZone: string) => {
    setFile(chosen)
    setZone(inZone)
    importing.reset()
    if (chosen) send(previewing, true, { file: chosen, zone: inZone })
  }
  const error = previewing.error ?? importing.error
  const coming =
    result?.events.filter(({ outcome }) => outcome === 'new' || outcome === 'changed') ?? []
  return (
    <div className="space-y-5">
      <p>
        Choose a file exported from another calendar (.ics). Events you imported before are updated;
        importing the same file twice changes nothing. Alarms, guests and attachments are not
        imported.
      </p>
      {error ? (
        <Alert tone="danger" role="alert">
          {messageOf(error, 'That could not be imported. Please try again.')}
        </Alert>
      ) : null}
      <TextField
        id="import-file"
        label="File"
        type="file"
        accept=".ics,text/calendar"
        onChange={({ target }) => choose(target.files?.[0], zone)}
      />
      {result ? (
        <>
          {result.unknown_zones.length > 0 ? (
            <Alert tone="warning" role="status">
              The file names an unknown time zone: {result.unknown_zones.join(', ')}. Please choose
              the right one.
            </Alert>
          ) : null}
          <TimeZoneField
            id="import-zone"
            label="Time zone"
            hint="For times without a known time zone in the file."
            value={zone}
            onChange={(next) => choose(file, next)}
          />
          <div role="status">
            <h3 className="text-base">{inWords(result.events)}</h3>
            <ResultList events={result.events} />
          </div>
          <Button
            disabled={coming.length === 0}
            busy={importing.isPending}
            onClick={() => file && send(importing, false, { file, zone })}
          >
            Import {coming.length} {coming.length === 1 ? 'event' : 'events'}
          </Button>
        </>
      ) : null}
      {previewing.isPending ? <p role="status">Reading the file…</p> : null}
    </div>
  )
}

const OUTCOMES = {
  new: { label: 'New', tone: 'success' },
  changed: { label: 'Changed', tone: 'brand' },
  same: { label: 'Unchanged', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'warning' },
} as const satisfies Record<ImportResult['events'][number]['outcome'], object>

const MAX_LISTED = 100

const ResultList = ({ events }: Pick<ImportResult, 'events'>) => (
  <>
    <ul className="mt-2 max-h-80 divide-y divide-line overflow-y-auto border-y border-line">
      {events.slice(0, MAX_LISTED).map((event, index) => (
        // The list never changes, and events may be identical.
        // oxlint-disable-next-line react/no-array-index-key
        <FoundRow key={index} event={event} />
      ))}
    </ul>
    {events.length > MAX_LISTED ? (
      <p className="mt-2 text-muted">And {events.length - MAX_LISTED} more.</p>
    ) : null}
  </>
)

const FoundRow = ({ event }: { event: ImportResult['events'][number] }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
    <span className="min-w-0">
      <span className="font-semibold">{event.title}</span>{' '}
      <span className="text-muted">
        {event.start ? (event.all_day ? dayInWords(event.start) : dateOf(event.start)) : ''}
        {event.repeats ? ', repeats' : ''}
        {event.reason ? `. ${event.reason}.` : ''}
      </span>
    </span>
    <Chip tone={OUTCOMES[event.outcome].tone}>{OUTCOMES[event.outcome].label}</Chip>
  </li>
)

/** "3 new, 1 changed, 2 left out" */
const inWords = (events: ImportResult['events']): string => {
  const parts = Object.entries(OUTCOMES).flatMap(([outcome, { label }]) => {
    const count = events.filter((event) => event.outcome === outcome).length
    return count > 0 ? [`${count} ${label.toLowerCase()}`] : []
  })
  return parts.length > 0 ? parts.join(', ') : 'There are no events in this file'
}
