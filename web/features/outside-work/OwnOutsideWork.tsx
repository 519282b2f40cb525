import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import type { OutsideWork } from '#contract/outside-work'
import { mayHaveOutsideWork, OUTSIDE_WORK_AGE, WITNESS_DAYS } from '#rules/outside-work'
import { Button, Dialog, EmptyState, lazyPart, QueryView } from '#ui'
import { useUser } from '#views/auth'
import { useApiMutation } from '#web/api'
import { ConfirmButton } from '#web/form'
import { utcDay } from '#web/format'

import { outsideWork, outsideWorkOf } from './queries.ts'
import { WorkList } from './WorkList.tsx'

// Loaded when opened, because forms include validation.
const ProposeForm = lazyPart(() => import('./ProposeForm.tsx'), 'ProposeForm', 'h-96')

/** A learner's work outside of the site: what counts, and how it becomes credit. */
export const OwnOutsideWork = () => {
  const query = useQuery(outsideWorkOf())
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="outside" className="max-w-text space-y-6">
      <div className="space-y-3">
        <h2 id="outside" className="text-xl">
          Work outside
        </h2>
        <p>
          A job, an apprenticeship, volunteering, a sport, a music school or a course at a community
          college can count towards your credits from age {OUTSIDE_WORK_AGE}. Three steps:
        </p>
        <ol className="list-decimal space-y-1 pl-6">
          <li>You write what you did, and name an adult who saw it. Family doesn’t count.</li>
          <li>
            Your advisor reads it and asks that person by email. They have {WITNESS_DAYS} days to
            confirm the hours, and need no account.
          </li>
          <li>
            Your advisor turns confirmed hours into credit. Your transcript says where it is from.
          </li>
        </ol>
        {mayHaveOutsideWork(user.date_of_birth, utcDay()) ? (
          <Button icon={<Plus aria-hidden size={18} />} onClick={() => setIsOpen(true)}>
            Add work outside
          </Button>
        ) : null}
      </div>
      <QueryView query={query} what="your work outside" skeleton="h-40">
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="Nothing here yet">
              Write it down soon after you have done it: hours are hard to remember later.
            </EmptyState>
          ) : (
            <WorkList works={items}>{(work) => <Withdraw work={work} />}</WorkList>
          )
        }
      </QueryView>
      <Dialog open={isOpen} title="Work outside" onClose={() => setIsOpen(false)}>
        {isOpen ? <ProposeForm done={() => setIsOpen(false)} /> : null}
      </Dialog>
    </section>
  )
}

const Withdraw = ({ work }: { work: OutsideWork }) => {
  const withdraw = useApiMutation(outsideWork.withdrawOutsideWork)
  if (work.state === 'credited') return null
  return (
    <ConfirmButton
      button={{
        variant: 'quiet',
        size: 'small',
        children: 'Delete',
        'aria-label': `Delete ${work.title}, ${work.organisation}`,
      }}
      title="Delete this work?"
      action="Delete"
      confirm={() => withdraw.mutateAsync({ params: { id: work.id } })}
      saved="The work has been deleted"
    >
      <p>The link that your witness may have received stops working.</p>
    </ConfirmButton>
  )
}
