import { useState } from 'react'

import { ScopeChoice } from '#contract/consent'
import { paths } from '#contract/paths'
import type { ConsentScope } from '#rules/consent'
import { Alert, Button, ButtonLink, Checkbox } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { dateOf } from '#web/format'

import { CONSEQUENCES, SCOPE_WORDS } from './labels.ts'
import { consent } from './queries.ts'

type Data = { child_first_name: string; scopes: ConsentScope[]; deletion_due_at: string | null }
type Props = { token: string; data: Data }

/** First selects scopes, then shows the consequences: only the second step changes anything. */
export const WithdrawForm = ({ token, data }: Props) => {
  const { child_first_name: child, scopes, deletion_due_at } = data
  const [chosen, setChosen] = useState<ConsentScope[]>()
  const withdraw = useApiMutation(consent.withdrawByLink, { onSuccess: () => setChosen(undefined) })
  const { form, errorOf, frame } = useAppForm({
    schema: ScopeChoice,
    defaultValues: { scopes: [] },
    labels: { scopes: 'What do you want to withdraw?' },
    save: async (choice) => setChosen(choice.scopes),
  })
  if (deletion_due_at) return <IsStopped child={child} due={deletion_due_at} />
  if (chosen) {
    return (
      <div className="mt-6 space-y-5">
        <Alert tone="warning" role="status" title="This takes effect immediately">
          <ul className="list-disc pl-5">
            {chosen.map((scope) => (
              <li key={scope}>{CONSEQUENCES[scope](child)}</li>
            ))}
          </ul>
        </Alert>
        {withdraw.error ? (
          <Alert tone="danger" role="alert">
            {messageOf(withdraw.error)}
          </Alert>
        ) : null}
        <div className="flex flex-wrap gap-3">
          <Button
            variant="danger"
            busy={withdraw.isPending}
            onClick={() => withdraw.mutate({ params: { token }, body: { scopes: chosen } })}
          >
            Withdraw
          </Button>
          <Button variant="secondary" onClick={() => setChosen(undefined)}>
            Back
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="mt-6 space-y-6">
      {withdraw.data ? (
        <Alert tone="success" role="status" title="Withdrawn">
          We have emailed you a confirmation.
        </Alert>
      ) : null}
      {scopes.length === 0 ? (
        <p>You have not agreed to anything for {child}.</p>
      ) : (
        <ChangeForm {...frame} action="Continue">
          <fieldset className="space-y-4">
            <legend className="mb-3 font-semibold">What do you want to withdraw?</legend>
            {scopes.map((scope, index) => (
              <Checkbox
                key={scope}
                {...form.register('scopes')}
                id={index === 0 ? 'scopes' : `scope-${scope}`}
                value={scope}
                label={SCOPE_WORDS[scope].title}
                error={index === 0 ? errorOf('scopes') : undefined}
              />
            ))}
          </fieldset>
        </ChangeForm>
      )}
      <p className="text-muted">
        With an account you can also see the work, and agree again. Register or sign in with the
        address this link was sent to.
      </p>
      <ButtonLink variant="secondary" to={paths.login}>
        Sign in
      </ButtonLink>
    </div>
  )
}

const IsStopped = ({ child, due }: { child: string; due: string }) => (
  <div className="mt-6 space-y-5">
    <Alert tone="success" role="status" title="The account is closed">
      {child}’s account is now closed to everyone. Everything in it will be deleted on {dateOf(due)}
      .
    </Alert>
    <p>
      To download a copy of everything before then, or to agree again, sign in or register as a
      parent with the address this link was sent to.
    </p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.login}>Sign in</ButtonLink>
      <ButtonLink variant="secondary" to={paths.register}>
        Create account
      </ButtonLink>
    </div>
  </div>
)
