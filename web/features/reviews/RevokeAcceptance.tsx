import { useState } from 'react'

import type { CurrentRecord } from '#contract/reviews'
import { Alert, Button, Dialog, Textarea } from '#ui'
import { messageOf, useApiMutation } from '#web/api'
import { paperDate } from '#web/format'

import { reviews } from './queries.ts'

const NAMES = {
  transcript: 'Official transcript',
  diploma: 'Diploma',
} satisfies Record<CurrentRecord['kind'], string>

type Props = { id: string; onTakenBack: (standsOn: CurrentRecord[]) => void }

/** Reverses a decision after the undo period. */
export const RevokeAcceptance = ({ id, onTakenBack }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const [reason, setReason] = useState('')
  const takeBack = useApiMutation(reviews.reopenReview, {
    onSuccess: ({ stands_on }) => {
      setIsOpen(false)
      onTakenBack(stands_on)
    },
  })
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        Undo acceptance
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title="Undo acceptance"
        actions={
          <Button
            variant="danger"
            busy={takeBack.isPending}
            disabled={reason.trim() === ''}
            onClick={() => takeBack.mutate({ params: { id }, body: { reason } })}
          >
            Undo acceptance
          </Button>
        }
      >
        <div className="space-y-4">
          <p>
            The work will wait for a decision again. Until then its credit does not count, and
            credentials for badges that depend on it are revoked.
          </p>
          <Textarea
            id="take-back-reason"
            label="Reason"
            hint="The learner can read it."
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {takeBack.isError ? (
            <Alert tone="danger" role="alert" title={messageOf(takeBack.error)} />
          ) : null}
        </div>
      </Dialog>
    </>
  )
}

/** Official records that were issued while the work counted. */
export const CurrentRecords = ({ records }: { records: readonly CurrentRecord[] }) => (
  <Alert
    tone="warning"
    role="status"
    title={
      records.length === 0
        ? 'The acceptance has been undone. No official record has been issued since.'
        : 'The acceptance has been undone. These official records were issued while it counted:'
    }
  >
    {records.length > 0 ? (
      <>
        <ul className="list-disc pl-5 text-ink">
          {records.map(({ kind, id, number, issued_at }) => (
            <li key={id}>
              {NAMES[kind]} {number}, issued on {paperDate(issued_at)}
            </li>
          ))}
        </ul>
        <p className="mt-1 text-ink">They remain valid until someone revokes them.</p>
      </>
    ) : null}
  </Alert>
)
