import { type GuardianOfLearner, Override } from '#contract/guardians'
import { GUARDIAN_SCOPES } from '#rules/access'
import { Checkbox, Textarea, toast } from '#ui'
import { SCOPE_WORDS } from '#views/family'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { guardians } from './queries.ts'

type Props = { link: GuardianOfLearner; done: () => void }

/** Narrows a guardian's scopes by court order, regardless of the family's wishes. */
export const OverrideForm = ({ link, done }: Props) => {
  const override = useApiMutation(guardians.overrideGuardian)
  const { form, field, frame } = useAppForm({
    schema: Override,
    idPrefix: 'override-',
    defaultValues: { scopes: link.scopes, reason: '' },
    labels: { scopes: 'What they may do from now on', reason: 'Reason' },
    save: async (body) => {
      await override.mutateAsync({
        params: { id: link.learner_id, guardian_id: link.id },
        body,
      })
      toast.success(body.scopes.length === 0 ? 'The link has ended' : 'The link has been changed')
      done()
    },
  })
  const endsIt = form.watch('scopes').length === 0
  return (
    <ChangeForm
      {...frame}
      action={endsIt ? 'End the link' : 'Change the link'}
      variant={endsIt ? 'danger' : 'primary'}
    >
      <fieldset className="space-y-3">
        <legend className="mb-2 font-semibold">What they may do from now on</legend>
        {GUARDIAN_SCOPES.map((scope, index) => (
          <Checkbox
            key={scope}
            {...form.register('scopes')}
            id={index === 0 ? 'override-scopes' : `override-scope-${scope}`}
            value={scope}
            label={SCOPE_WORDS[scope]}
          />
        ))}
      </fieldset>
      <Textarea
        {...field('reason')}
        rows={3}
        hint="Court, date and case number. This is kept in the audit log; the guardian is told about the change, but not the reason."
      />
    </ChangeForm>
  )
}
