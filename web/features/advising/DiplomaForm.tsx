import * as z from 'zod/mini'

import type { Readiness } from '#contract/diploma'
import { Alert, Textarea, toast } from '#ui'
import { diploma as calls, missingInWords } from '#views/diploma'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

type Props = { learnerId: string; name: string; readiness: Readiness; done: () => void }

/** Issues the accredited diploma; if requirements are missing, an admin must give a reason. */
export const DiplomaForm = ({ learnerId, name, readiness, done }: Props) => {
  const issue = useApiMutation(calls.issueDiploma)
  const { field, frame } = useAppForm({
    schema: z.object({
      waiver: z.string().check(
        z.trim(),
        z.maxLength(500),
        z.refine((waiver) => readiness.met || waiver !== '', 'Please give a reason'),
      ),
    }),
    idPrefix: 'diploma-',
    defaultValues: { waiver: '' },
    labels: { waiver: 'Reason for the waiver' },
    save: async ({ waiver }) => {
      const { diploma } = await issue.mutateAsync({
        body: { learner_id: learnerId, waiver: waiver || undefined },
      })
      toast.success(`${diploma.number} has been issued`)
      done()
    },
    failed: 'The diploma could not be issued. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Issue diploma">
      {readiness.met ? (
        <Alert tone="success" title="All subjects are complete">
          <p>{readiness.plan.name}</p>
        </Alert>
      ) : (
        <>
          <Alert tone="warning" title="Some credits are missing">
            <p>{missingInWords(readiness)}</p>
          </Alert>
          <Textarea
            {...field('waiver')}
            rows={3}
            hint="Kept with the diploma and in the audit log. It is not printed on the diploma."
          />
        </>
      )}
      <p>
        The diploma will show the name of {name} and yours as the signer. It cannot be changed
        afterwards, and appears on the learner’s diploma page right away.
      </p>
    </ChangeForm>
  )
}
