import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import type { EarlierSummary } from '#contract/earlier-work'
import { paths } from '#contract/paths'
import { Alert, Button, ProgressBar, QueryView, TextField } from '#ui'
import { messageOf } from '#web/api'
import { bytes, dateOf, number } from '#web/format'

import { EarlierList } from './EarlierList.tsx'
import { earlierWork } from './queries.ts'
import type { ReadArchive } from './read-archive.ts'
import { useImport } from './use-import.ts'

type BringInProps = {
  learnerId: string
  /** The learner's name on this site, at least the first name. */
  name: string
}

/** Imports another site's export: opens it locally, and uploads only after a preview. */
export const ImportEarlierWork = ({ learnerId, name }: BringInProps) => {
  const [read, setRead] = useState<ReadArchive>()
  const [problem, setProblem] = useState<string>()
  const imported = useQuery(earlierWork.listEarlierWork.query({ params: { id: learnerId } }))
  const choose = async (file: File | undefined) => {
    setRead(undefined)
    setProblem(undefined)
    if (!file) return
    const { readArchive, UnreadableArchive } = await import('./read-archive.ts')
    try {
      setRead(await readArchive(file))
    } catch (error) {
      if (!(error instanceof UnreadableArchive)) throw error
      setProblem(error.message)
    }
  }
  return (
    <section aria-labelledby="bring-in" className="mt-8 space-y-4 border-t border-line pt-6">
      <h3 id="bring-in" className="text-lg">
        Import an export from another site
      </h3>
      <p>
        You can keep work from another Lodestar site here, with its files. It is marked as imported
        and does not earn XP, badges or credits on this site.
      </p>
      <EarlierList learnerId={learnerId} />
      <TextField
        id="earlier-archive"
        label="Export ZIP"
        type="file"
        accept=".zip,application/zip"
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {problem ? (
        <Alert tone="danger" role="alert">
          {problem}
        </Alert>
      ) : null}
      {read ? (
        <QueryView query={imported} what="earlier imports" skeleton="h-32">
          {({ items }) => (
            <Preview
              key={read.archive.records[0]!.made_at}
              read={read}
              items={items}
              learnerId={learnerId}
              name={name}
            />
          )}
        </QueryView>
      ) : null}
    </section>
  )
}

type PreviewProps = BringInProps & { read: ReadArchive; items: readonly EarlierSummary[] }

const Preview = ({ read, items, learnerId, name }: PreviewProps) => {
  const navigate = useNavigate()
  const { send, share, error } = useImport(learnerId)
  const [own, ...others] = read.archive.records
  if (!own) return null
  const before = items.find(({ site }) => site.url === own.site.url)
  const importArchive = async () => {
    const made = await send(read, before !== undefined)
    if (made) await navigate(paths.earlierWork(made.id))
  }
  const { quests, badges, credits, made_at, person, site } = own
  return (
    <div role="status" className="space-y-4 rounded-card border border-line p-4">
      <h4 className="font-semibold">
        From {site.name} ({site.url})
      </h4>
      <p>
        {person}, exported on {dateOf(made_at)}: quests {number(quests.length)}, pieces of work{' '}
        {number(quests.reduce((sum, { pieces }) => sum + pieces.length, 0))}, badges{' '}
        {number(badges.length)}, subjects with credits {number(credits.length)}, files{' '}
        {number(read.files.length)} ({bytes(read.files.reduce((sum, { size }) => sum + size, 0))}).
        {others.length > 0
          ? ` It includes earlier work from ${others.map((each) => each.site.name).join(', ')}.`
          : ''}
      </p>
      {person.startsWith(name) ? null : (
        <Alert tone="warning">
          The name in this export is {person}, not {name}. Import it only if this is the same
          person.
        </Alert>
      )}
      {before && before.made_at >= made_at ? (
        <Alert>
          {before.made_at === made_at
            ? 'This export has already been imported.'
            : 'A newer export from that site has already been imported.'}
        </Alert>
      ) : (
        <>
          {before ? (
            <Alert tone="warning">
              It will replace the export of {dateOf(before.made_at)} from the same site.
            </Alert>
          ) : null}
          {error ? (
            <Alert tone="danger" role="alert">
              {messageOf(
                error,
                error instanceof Error
                  ? error.message
                  : 'The export could not be imported. Please try again.',
              )}
            </Alert>
          ) : null}
          {share === undefined ? null : <ProgressBar label="Uploading the export" value={share} />}
          <Button busy={share !== undefined} onClick={() => void importArchive()}>
            {before ? 'Replace' : 'Import'}
          </Button>
        </>
      )}
    </div>
  )
}
