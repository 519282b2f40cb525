import type { Agreement } from '#contract/academy'
import { passesGuard } from '#rules/membership'
import { Alert, Button, toast } from '#ui'
import { useUser } from '#views/auth'
import { messageOf, useApiMutation } from '#web/api'

import { academy } from './queries.ts'

/** Admins only; the person who recorded the signatures is told that someone else must countersign. */
export const Countersign = ({ agreement }: { agreement: Agreement }) => {
  const { role } = useUser()
  const countersign = useApiMutation(academy.countersignAgreement, {
    // Announced here, because the item may leave the list on the next refetch.
    onSuccess: ({ learner_name }) => toast.success(`${learner_name} has joined the academy`),
  })
  if (!passesGuard('admin', role))
    return (
      <p className="w-full text-sm text-muted">
        An admin still has to countersign it for the academy.
      </p>
    )
  const params = { id: agreement.learner_id, agreement_id: agreement.id }
  return (
    <>
      {countersign.error ? (
        <div className="w-full">
          <Alert tone="danger" role="alert">
            {messageOf(countersign.error)}
          </Alert>
        </div>
      ) : null}
      <Button
        size="small"
        busy={countersign.isPending}
        onClick={() => countersign.mutate({ params })}
      >
        Countersign<span className="visually-hidden"> for {agreement.learner_name}</span>
      </Button>
    </>
  )
}
