import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import type { AdvisedLearner } from '#contract/advising'
import { Button, Dialog, lazyPart } from '#ui'

// Loaded when opened, because forms include validation.
const CreditForm = lazyPart(() => import('./CreditForm.tsx'), 'CreditForm', 'h-48')

/** Adds credit without evidence on this site. */
export const AddCredit = ({ learner }: { learner: AdvisedLearner }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        className="mt-4"
        icon={<Plus aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        Add credit
      </Button>
      <Dialog
        open={open}
        title={`Add credit for ${learner.first_name}`}
        onClose={() => setOpen(false)}
      >
        {open ? <CreditForm learner={learner} done={() => setOpen(false)} /> : null}
      </Dialog>
    </>
  )
}
