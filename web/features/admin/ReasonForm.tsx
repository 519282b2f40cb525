import { type AdministeredPerson, SignInAs } from '#contract/people'
import { Textarea } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { useChange } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { paths } from '#web/paths'
import { endPage, session } from '#web/session'

import { people } from './queries.ts'

type Props = { person: AdministeredPerson; what: 'suspend' | 'act'; done: () => void }

const HINTS = {
  suspend: 'It stays in the log. The person is not told.',
  act: 'It stays in the log, with all that you look at.',
}

/** Why something is done that a person may ask about later. */
export const ReasonForm = ({ person, what, done }: Props) => {
  const params = { id: person.id }
  const change = useChange(people.changePerson, {
    replaces: () => people.showPerson.query({ params }).queryKey,
  })
  const { field, frame } = useAppForm({
    schema: SignInAs,
    idPrefix: `${what}-`,
    defaultValues: { reason: '' },
    labels: { reason: 'Reason' },
    save: async ({ reason }) => {
      if (what === 'act') {
        await actAs(params.id, reason)
        return
      }
      await change.mutateAsync({ params, body: { status: 'suspended', reason } })
      toast.success(`${person.first_name} is suspended`)
      done()
    },
  })
  return (
    <ChangeForm
      {...frame}
      action={
        <>
          <span>
            {what === 'suspend' ? 'Suspend' : 'Sign in as'} <bdi>{person.first_name}</bdi>
          </span>
        </>
      }
      variant={what === 'suspend' ? 'danger' : 'primary'}
    >
      <Textarea {...field('reason')} rows={3} hint={HINTS[what]} />
    </ChangeForm>
  )
}

/** This page was the admin's: the next one is the person's. */
const actAs = async (id: string, reason: string): Promise<void> => {
  const { user, app_access_token, app_refresh_token } = await people.signInAs({
    params: { id },
    body: { reason },
  })
  session.start({ user, tokens: { access: app_access_token, refresh: app_refresh_token } })
  endPage(paths.dashboard)
}
