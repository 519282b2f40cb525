import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import {
  Alert,
  Button,
  Chip,
  EmptyState,
  ProgressBar,
  QueryView,
  RadioCards,
  SectionCard,
  TextField,
} from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { dateOf } from '#web/format'

import { Automatic } from './Automatic.tsx'
import { FORMATS, SOURCES, STATES } from './labels.ts'
import { isRunning, REFRESH_INTERVAL_MS, rosters } from './queries.ts'

/** Roster imports: a new one, and previous ones. */
const ImportsPage = () => (
  <div className="space-y-8">
    <BringForm />
    <section aria-labelledby="imports-before">
      <h2 id="imports-before" className="mb-4 text-xl">
        Imported files
      </h2>
      <Before />
    </section>
    <Automatic />
  </div>
)

const CHOICES = [
  {
    value: 'oneroster',
    label: FORMATS.oneroster,
    hint: 'The ZIP exported by a school information system.',
  },
  {
    value: 'simple',
    label: FORMATS.simple,
    hint: 'One CSV from a spreadsheet, with one person per line.',
  },
]

/** Uploads a file for preview; nothing changes yet. */
const BringForm = () => {
  const navigate = useNavigate()
  const [format, setFormat] = useState('oneroster')
  const [file, setFile] = useState<File>()
  const [share, setShare] = useState(0)
  const importing = useApiMutation(rosters.startImport, {
    onProgress: setShare,
    onSuccess: ({ id }) => navigate(paths.rosterImport(id)),
  })
  const send = () => {
    if (!file) return
    const form = new FormData()
    form.set('format', format)
    form.set('file', file)
    setShare(0)
    importing.mutate({ form })
  }
  return (
    <SectionCard id="bring" title="Import a file" className="space-y-5">
      <p className="max-w-text text-muted">
        The file is checked first. Nothing changes and no one is emailed until you have seen what it
        would do.
      </p>
      {importing.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(importing.error, 'The file could not be uploaded. Please try again.')}
        </Alert>
      ) : null}
      <RadioCards
        legend="Kind of file"
        name="roster-format"
        columns={2}
        options={CHOICES.map((choice) => ({ ...choice, checked: choice.value === format }))}
        onChange={({ target }) => setFormat(target.value)}
      />
      {format === 'simple' ? <SimpleColumns /> : null}
      <TextField
        id="roster-file"
        label="File"
        type="file"
        accept={format === 'simple' ? '.csv,text/csv' : '.zip,application/zip'}
        onChange={({ target }) => setFile(target.files?.[0])}
      />
      {importing.isPending ? <ProgressBar label="Uploading the file" value={share} /> : null}
      <Button busy={importing.isPending} disabled={!file} onClick={send}>
        Check the file
      </Button>
    </SectionCard>
  )
}

const EXAMPLE = `first_name,last_name,email,role,date_of_birth,parent_email,parent_name
Ida,Berg,ida@example.org,student,2016-05-01,ann@example.org,Ann Berg
Jo,Lind,jo@example.org,teacher,,,`

const SimpleColumns = () => (
  <div className="max-w-text space-y-2">
    <p>
      The first line names the columns. Only <code>first_name</code>, <code>last_name</code> and{' '}
      <code>email</code> must be there; students need their <code>date_of_birth</code> as well. With
      an <code>id</code> column, people are recognised even when their email address changes, and
      the <code>email</code> of learners may be empty.
    </p>
    <p>
      <a
        className="link"
        download="people.csv"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`}
      >
        Use an example to fill in
      </a>
    </p>
  </div>
)

const Before = () => {
  const query = useQuery({
    ...rosters.listImports.query(),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some(isRunning) ? REFRESH_INTERVAL_MS : false,
  })
  return (
    <QueryView query={query} what="the files" skeleton="h-40">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title="No files yet">Files you import appear here.</EmptyState>
        ) : (
          <ul className="space-y-3">
            {items.map(({ id, file_name, format, state, source, made_by, created_at }) => (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4"
              >
                <div className="min-w-0 grow">
                  <Link to={paths.rosterImport(id)} className="link font-semibold">
                    {file_name}
                  </Link>
                  <p className="text-sm text-muted">
                    {FORMATS[format]}, {dateOf(created_at)}
                    {made_by ? `, by ${made_by}` : SOURCES[source]}
                  </p>
                </div>
                <Chip tone={STATES[state].tone}>{STATES[state].label}</Chip>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

export default ImportsPage
