import { useQuery } from '@tanstack/react-query'

import { Alert } from '#ui/alert'
import { Button } from '#ui/button'
import { QueryView } from '#ui/query-view'
import { Skeleton } from '#ui/states'
import { messageOf, useChange } from '#web/api'

import { secondFactor } from './queries.ts'

/** Where an admin says whether staff must have a second factor. */
export const StaffSecondFactor = () => {
  const query = useQuery(secondFactor.staffSecondFactor.query())
  const change = useChange(secondFactor.requireSecondFactor)
  return (
    <QueryView
      query={query}
      loading="Loading the rule for staff"
      skeleton={
        <>
          <Skeleton className="h-24" />
        </>
      }
      failed="The rule for staff could not be loaded"
    >
      {({ required, without, of }) => (
        <div className="space-y-4">
          <p>
            {required
              ? 'Staff must have a second factor. Whoever has none is led through setting one up before anything else.'
              : 'Staff may have a second factor.'}{' '}
            {without === 0
              ? `All ${of} have one.`
              : `${without} of ${of} ${without === 1 ? 'has' : 'have'} none yet.`}
          </p>
          {change.isError ? (
            <Alert tone="danger" role="alert">
              {messageOf(change.error, 'The rule could not be changed. Please try again.')}
            </Alert>
          ) : null}
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ body: { required: !required } })}
          >
            {required ? 'Leave it to them' : 'Require it of staff'}
          </Button>
        </div>
      )}
    </QueryView>
  )
}
