import { paths } from '#contract/paths'
import { type AdministeredPerson, SignInAs } from '#contract/people'
import { useApiMutation } from '#web/api'
import { ReasonForm } from '#web/form'
import { resetApp, session } from '#web/session'

import { people } from './queries.ts'

type Props = { person: AdministeredPerson; what: 'suspend' | 'act'; done: () => void }

/** Suspends a person or signs in as them, with a reason that is logged. */
export const AccountReasonForm = ({ person, what, done }: Props) => {
  const params = { id: person.id }
  const name = <bdi>{person.first_name}</bdi>
  const change = useApiMutation(people.changePerson, {
    replaces: () => people.showPerson.query({ params }).queryKey,
  })
  const common = { name: 'reason', schema: SignInAs, idPrefix: `${what}-` } as const
  return what === 'act' ? (
    <ReasonForm
      {...common}
      hint="It is kept in the audit log, together with everything you view."
      save={({ reason }) => actAs(params.id, reason)}
      action={<span>Sign in as {name}</span>}
      variant="primary"
    />
  ) : (
    <ReasonForm
      {...common}
      hint="It is kept in the audit log. The person does not see it."
      save={({ reason }) => change.mutateAsync({ params, body: { status: 'suspended', reason } })}
      saved={`${person.first_name} is suspended`}
      onSaved={done}
      action={<span>Suspend {name}</span>}
    />
  )
}

/** Starts the person's session and resets the app, so that nothing of the admin's page survives. */
const actAs = async (id: string, reason: string): Promise<void> => {
  const { user, app_access_token, app_refresh_token } = await people.signInAs({
    params: { id },
    body: { reason },
  })
  session.start({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
  resetApp(paths.dashboard)
}
