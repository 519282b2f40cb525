import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Outcome, RosterImport } from '#contract/rosters'
import { Alert, Button, Card, Checkbox, Chip, ProgressBar, toast } from '#ui'
import { ApiError, messageOf, useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf, number } from '#web/format'
import { loaderFor, type PageTexts } from '#web/page'

import { FORMATS, OUTCOMES, SOURCES, STATES } from './labels.ts'
import { Moves } from './Moves.tsx'
import { People } from './People.tsx'
import { Problems } from './Problems.tsx'
import { REFRESH_INTERVAL_MS, importQuery, isRunning, rosters } from './queries.ts'
import { Undelivered } from './Undelivered.tsx'
import { Undo } from './Undo.tsx'
import { WaitingFamilies } from './WaitingFamilies.tsx'

export const handle = { failed: 'The file could not be loaded' } satisfies PageTexts

export const clientLoader = loaderFor(({ params: { id = '' } }) => [importQuery(id)])

/** Effects of one import, person by person. */
const ImportPage = () => {
  const { id = '' } = useParams()
  const { data: found } = useSuspenseQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data) ? REFRESH_INTERVAL_MS : false,
  })
  return (
    <div className="space-y-6">
      <p>
        <Link to={paths.imports} className="link">
          All files
        </Link>
      </p>
      <Found found={found} />
    </div>
  )
}

const Found = ({ found }: { found: RosterImport }) => {
  const canApply = found.state === 'ready' || found.state === 'failed'
  const isShown = canApply || found.state === 'applied'
  const hasFailed = found.state === 'refused' || found.state === 'failed'
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-xl">{found.file_name}</h2>
        <Chip tone={STATES[found.state].tone}>{STATES[found.state].label}</Chip>
        <p className="w-full text-muted">
          {FORMATS[found.format]}
          {found.is_delta ? ', changes only' : ''}
          {found.made_by ? `, imported by ${found.made_by}` : SOURCES[found.source]},{' '}
          {dateOf(found.created_at)}
          {found.applied_at ? `; applied ${dateOf(found.applied_at)}` : ''}
          {found.undone_at ? `; undone ${dateOf(found.undone_at)}` : ''}
        </p>
      </header>
      {found.problem ? (
        <Alert tone={hasFailed ? 'danger' : 'warning'} role="status">
          {found.problem}
        </Alert>
      ) : null}
      <AtWork found={found} />
      {found.state === 'applying' ? <Cancel found={found} /> : null}
      {isShown ? <Outcome found={found} /> : null}
      {isShown ? <Moves found={found} /> : null}
      {canApply ? <Apply found={found} /> : null}
      {found.state === 'applied' ? <Invite found={found} /> : null}
      {found.state === 'applied' ? <WaitingFamilies found={found} /> : null}
      {found.state === 'applied' ? <Undelivered found={found} /> : null}
      {found.state === 'applied' ? <Undo found={found} /> : null}
      {found.errors + found.warnings > 0 ? <Problems found={found} /> : null}
      {isShown ? <People key={found.state} found={found} /> : null}
      {canApply || found.state === 'refused' || found.state === 'reading' ? (
        <Discard found={found} />
      ) : null}
    </>
  )
}

const DOING: Partial<Record<RosterImport['state'], string>> = {
  reading: 'Reading and checking',
  applying: 'Applying',
  undoing: 'Undoing',
}

const AtWork = ({ found }: { found: RosterImport }) => {
  if (!isRunning(found)) return null
  const doing = DOING[found.state] ?? ''
  return (
    <div role="status" className="space-y-2">
      <p>{doing}… You can leave this page: it continues.</p>
      {found.state === 'undoing' ? null : <ProgressBar label={doing} value={found.progress} />}
    </div>
  )
}

/** Ends what is being applied, as if it had not begun. */
const Cancel = ({ found }: { found: RosterImport }) => {
  const cancel = useApiMutation(rosters.cancelImport)
  return (
    <div className="space-y-4">
      {cancel.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(cancel.error)}
        </Alert>
      ) : null}
      <Button
        variant="secondary"
        busy={cancel.isPending}
        onClick={() => cancel.mutate({ params: { id: found.id } })}
      >
        Cancel, and change nothing
      </Button>
    </div>
  )
}

const Outcome = ({ found }: { found: RosterImport }) => (
  <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
    {(Object.keys(OUTCOMES) as Outcome[])
      .filter((outcome) => found.people[outcome])
      .map((outcome) => (
        <div key={outcome} className="rounded-card border border-line bg-surface p-4">
          <dt className="text-muted">{OUTCOMES[outcome].label}</dt>
          <dd className="font-display text-2xl">{number(found.people[outcome] ?? 0)}</dd>
        </div>
      ))}
  </dl>
)

const Apply = ({ found }: { found: RosterImport }) => {
  const [suspendMissing, setSuspendMissing] = useState(false)
  const apply = useApiMutation(rosters.applyImport)
  const missing = found.people.missing ?? 0
  const send = (evenMany: boolean) =>
    apply.mutate({
      params: { id: found.id },
      body: { suspend_missing: suspendMissing, even_many: evenMany },
    })
  const isMany = apply.error instanceof ApiError && 'even_many' in apply.error.fields
  return (
    <Card aria-labelledby="apply" className="space-y-4">
      <h3 id="apply" className="text-lg">
        Apply this file
      </h3>
      <p className="max-w-text">
        Either all changes are applied or none. Rows with errors are skipped: fix them in your
        system and import the file again. No emails are sent.
      </p>
      {missing > 0 ? (
        <Checkbox
          id="suspend-missing"
          label={`Suspend the ${number(missing)} people who are no longer in the file. Their work is kept, and they are restored if a later file lists them again.`}
          checked={suspendMissing}
          onChange={({ target }) => {
            setSuspendMissing(target.checked)
            apply.reset()
          }}
        />
      ) : null}
      {apply.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(apply.error)}
        </Alert>
      ) : null}
      {isMany ? (
        <Button variant="danger" busy={apply.isPending} onClick={() => send(true)}>
          Suspend {number(missing)} people, and apply
        </Button>
      ) : (
        <Button busy={apply.isPending} onClick={() => send(false)}>
          Apply these changes
        </Button>
      )}
    </Card>
  )
}

const Invite = ({ found }: { found: RosterImport }) => {
  const invite = useApiMutation(rosters.inviteImported)
  if (found.sending > 0) {
    return (
      <p role="status">
        {number(found.sending)} {found.sending === 1 ? 'email waits' : 'emails wait'} to be sent, a
        few at a time. You can leave this page: it continues.
      </p>
    )
  }
  if (found.not_invited === 0) return null
  return (
    <Card aria-labelledby="invite-imported" className="space-y-4">
      <h3 id="invite-imported" className="text-lg">
        {number(found.not_invited)} new people have not been invited yet
      </h3>
      <p className="max-w-text">
        Each will get an email with a link to choose a password, valid for 14 days. Guardians of
        children under 13 will also be asked for consent. The emails are sent a few at a time.
      </p>
      {invite.error ? (
        <Alert tone="danger" role="alert">
          {messageOf(invite.error)}
        </Alert>
      ) : null}
      <Button
        busy={invite.isPending}
        onClick={() =>
          invite.mutate(
            { params: { id: found.id } },
            {
              onSuccess: ({ invited }) =>
                toast.success(
                  `${number(invited)} ${invited === 1 ? 'email is' : 'emails are'} being sent`,
                ),
            },
          )
        }
      >
        Send the emails
      </Button>
    </Card>
  )
}

const Discard = ({ found }: { found: RosterImport }) => {
  const navigate = useNavigate()
  const discard = useApiMutation(rosters.discardImport, {
    ends: ({ params }) => rosters.getImport.query({ params }).queryKey,
    onSuccess: () => navigate(paths.imports),
  })
  return (
    <ConfirmButton
      button={{ variant: 'quiet', children: 'Discard this file' }}
      title="Discard this file?"
      keep="Keep it"
      action="Discard"
      confirm={() => discard.mutateAsync({ params: { id: found.id } })}
    >
      <p>None of it has been applied, so nothing changes.</p>
    </ConfirmButton>
  )
}

export default ImportPage
