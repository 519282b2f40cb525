import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'

import { paths } from '#contract/paths'
import type { Outcome, RosterImport } from '#contract/rosters'
import { Alert, Button, Card, Checkbox, Chip, ProgressBar, toast } from '#ui'
import { ApiError, messageOf, useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { dateOf, number } from '#web/format'
import { loads, type PageWords } from '#web/page'

import { FORMATS, OUTCOMES, STATES } from './labels.ts'
import { People } from './People.tsx'
import { Problems } from './Problems.tsx'
import { REFRESH_INTERVAL_MS, importQuery, isAtWork, rosters } from './queries.ts'

export const handle = { failed: 'The file could not be loaded' } satisfies PageWords

export const clientLoader = loads(({ params: { id = '' } }) => [importQuery(id)])

/** Effects of one import, person by person. */
const ImportPage = () => {
  const { id = '' } = useParams()
  const { data: found } = useSuspenseQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data && isAtWork(state.data) ? REFRESH_INTERVAL_MS : false,
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

const Found = ({ found }: { found: RosterImport }) => (
  <>
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="min-w-0 text-xl wrap-anywhere">{found.file_name}</h2>
      <Chip tone={STATES[found.state].tone}>{STATES[found.state].label}</Chip>
      <p className="w-full text-muted">
        {FORMATS[found.format]}
        {found.is_delta ? ', only what has changed' : ''}
        {found.made_by ? `, brought by ${found.made_by}` : ''}, {dateOf(found.created_at)}
        {found.applied_at ? `; applied ${dateOf(found.applied_at)}` : ''}
      </p>
    </header>
    {found.problem ? (
      <Alert tone={found.state === 'refused' ? 'danger' : 'warning'} role="status">
        {found.problem}
      </Alert>
    ) : null}
    <AtWork found={found} />
    {found.state === 'ready' || found.state === 'applied' ? <Outcome found={found} /> : null}
    {found.state === 'ready' ? <Apply found={found} /> : null}
    {found.state === 'applied' ? <Invite found={found} /> : null}
    {found.errors + found.warnings > 0 ? <Problems found={found} /> : null}
    {found.state === 'ready' || found.state === 'applied' ? <People found={found} /> : null}
    {found.state === 'ready' || found.state === 'refused' ? <Discard found={found} /> : null}
  </>
)

const AtWork = ({ found }: { found: RosterImport }) => {
  if (!isAtWork(found)) return null
  const doing = found.state === 'reading' ? 'Reading and checking' : 'Applying'
  return (
    <div role="status" className="space-y-2">
      <p>{doing}… You can leave this page: it continues.</p>
      {found.state === 'reading' ? <ProgressBar label={doing} value={found.progress} /> : null}
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
        Apply it
      </h3>
      <p className="max-w-text">
        All of it is done, or nothing. Rows with errors are left out; fix them in your system and
        import the file again. This sends no emails.
      </p>
      {missing > 0 ? (
        <Checkbox
          id="suspend-missing"
          label={`Suspend the ${number(missing)} people who are no longer in the file. Their work stays, and they come back with the next file that names them.`}
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
          Apply what is shown
        </Button>
      )}
    </Card>
  )
}

const Invite = ({ found }: { found: RosterImport }) => {
  const invite = useApiMutation(rosters.inviteImported)
  if (found.not_invited === 0) return null
  return (
    <Card aria-labelledby="invite-imported" className="space-y-4">
      <h3 id="invite-imported" className="text-lg">
        {number(found.not_invited)} new people do not know yet
      </h3>
      <p className="max-w-text">
        Each gets an email with a link to choose a password, for 14 days. Guardians of children
        under 13 are asked for their consent as well.
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
                  `${number(invited)} ${invited === 1 ? 'email goes' : 'emails go'} out now`,
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
      button={{ variant: 'quiet', children: 'Forget this file' }}
      title="Forget this file?"
      keep="Keep it"
      action="Forget it"
      confirm={() => discard.mutateAsync({ params: { id: found.id } })}
    >
      <p>Nothing of it was applied, and nothing changes.</p>
    </ConfirmButton>
  )
}

export default ImportPage
