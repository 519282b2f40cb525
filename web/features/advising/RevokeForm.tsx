import * as z from 'zod/mini'

import { Reason } from '#contract/advising'
import { Alert, Textarea, TextField } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

type Props = {
  noun: 'transcript' | 'diploma' | 'certificate'
  number: string
  /** States the recipients of the reason. */
  hint: string
  revoke: (reason: string) => Promise<unknown>
  done: () => void
}

/** Revokes an official record with a reason, after its number is typed. */
export const RevokeForm = ({ noun, number, hint, revoke, done }: Props) => {
  const { field, frame } = useAppForm({
    schema: z.extend(Reason, {
      confirmation: z.string().check(
        z.trim(),
        z.refine((typed) => typed === number, `This is not the ${noun} number`),
      ),
    }),
    idPrefix: 'revoke-',
    defaultValues: { reason: '', confirmation: '' },
    labels: {
      reason: 'Reason',
      confirmation: `${noun[0]?.toUpperCase()}${noun.slice(1)} number`,
    },
    save: ({ reason }) => revoke(reason),
    saved: `${number} has been revoked`,
    onSaved: done,
    failed: `The ${noun} could not be revoked. Please try again.`,
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action={<>Revoke {noun}</>} variant="danger">
      <Alert tone="warning" title="This cannot be undone">
        <p>
          Anyone who verifies it will see that it is no longer valid, and why. You can issue a new
          one.
        </p>
      </Alert>
      <Textarea {...field('reason')} rows={3} hint={hint} />
      <TextField
        {...field('confirmation')}
        autoComplete="off"
        hint={`Type ${number} to confirm.`}
      />
    </ChangeForm>
  )
}
