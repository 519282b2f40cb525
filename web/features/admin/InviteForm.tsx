import { useState } from 'react'
import * as z from 'zod/mini'

import { type InvitedRole } from '#contract/invitations'
import { INVITED_ROLES, ROLE_NAMES } from '#rules/membership'
import { Alert, RadioCards, Textarea, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { MAX_INVITEES, readInvitees } from './invitees.ts'
import { invitations } from './queries.ts'

const ROLE_HINTS = {
  advisor: 'Reviews the work of their learners, plans with them, and issues records.',
  educator: 'Like an advisor: writes quests, and reviews work once learners are assigned.',
  parent: 'Follows a child, once the child or another guardian connects them.',
  observer: 'Reads the quests and checks records. Sees nobody’s learning.',
  admin: 'Manages people, settings, imports and the audit log.',
} satisfies Record<InvitedRole, string>

const ROLE_OPTIONS = INVITED_ROLES.map((value) => ({
  value,
  label: ROLE_NAMES[value],
  hint: ROLE_HINTS[value],
}))

const problemOf = (text: string) => {
  const { invitees, malformed } = readInvitees(text)
  if (malformed.length > 0) return `Not an email address: ${malformed.slice(0, 3).join(', ')}`
  if (invitees.length === 0) return 'Email is required'
  if (invitees.length > MAX_INVITEES) return `At most ${MAX_INVITEES} people at once`
  return undefined
}

const Form = z.object({
  emails: z.string().check((context) => {
    const message = problemOf(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  }),
  role: z.enum(INVITED_ROLES),
})

type Refusal = { email: string; reason: string }

/** Invites one person or many with the same role. Addresses that were refused stay in the form, with the reasons. */
export const InviteForm = () => {
  const invite = useApiMutation(invitations.invite)
  const [refused, setRefused] = useState<Refusal[]>([])
  const { form, field, frame } = useAppForm({
    schema: Form,
    idPrefix: 'invite-',
    defaultValues: { emails: '', role: 'advisor' },
    labels: { emails: 'Email addresses', role: 'Role' },
    save: async ({ emails, role }) => {
      const refusals: Refusal[] = []
      const { invitees } = readInvitees(emails)
      // One after the other: an interrupted list can be sent again, and says who was invited already.
      for (const invitee of invitees) {
        await invite
          .mutateAsync({ body: { ...invitee, role } })
          .catch(async (error: unknown) =>
            refusals.push({ email: invitee.email, reason: messageOf(error) }),
          )
      }
      setRefused(refusals)
      form.reset({ emails: refusals.map(({ email }) => email).join('\n'), role })
      const sent = invitees.length - refusals.length
      if (sent === 1 && refusals.length === 0) toast.success('The invitation is on its way')
      else if (sent > 0) toast.success(`${sent} of ${invitees.length} invitations are on their way`)
    },
  })
  return (
    <ChangeForm {...frame} action="Send invitations">
      {refused.length > 0 ? (
        <Alert tone="danger" role="alert" title="Not invited">
          <ul>
            {refused.map(({ email, reason }) => (
              <li key={email}>
                {email}: {reason}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Textarea
        {...field('emails')}
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        hint="One or many: one per line, or separated by commas. “Sam Okafor <sam@school.example>” includes the name."
      />
      <RadioCards legend="Role" columns={2} options={ROLE_OPTIONS} {...form.register('role')} />
    </ChangeForm>
  )
}
