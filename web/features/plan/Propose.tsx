import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { NewProposal, type Plan } from '#contract/plan'
import type { QuestCard } from '#contract/quests'
import { Button, Dialog, Textarea, TextField } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { ChooseQuest } from './ChooseQuest.tsx'
import { plan as api } from './queries.ts'

/** Proposes a quest for the plan. */
export const Propose = ({ learnerId, plan }: { learnerId: string; plan: Plan }) => {
  const [isOpen, setOpen] = useState(false)
  const [quest, setQuest] = useState<QuestCard>()
  const close = () => {
    setOpen(false)
    setQuest(undefined)
  }
  const waiting = plan.proposals.filter(({ decision }) => decision === null)
  const taken = new Set([...plan.entries, ...waiting].map(({ quest_id }) => quest_id))
  return (
    <>
      <Button
        variant="secondary"
        icon={<Plus aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        Propose a quest
      </Button>
      <Dialog
        open={isOpen}
        title={quest ? `Propose “${quest.title}”` : 'Choose a quest to propose'}
        onClose={close}
      >
        {quest ? (
          <ProposalForm learnerId={learnerId} quest={quest} done={close} />
        ) : isOpen ? (
          <ChooseQuest taken={taken} onChoose={setQuest} />
        ) : null}
      </Dialog>
    </>
  )
}

type ProposalFormProps = { learnerId: string; quest: QuestCard; done: () => void }

const ProposalForm = ({ learnerId, quest, done }: ProposalFormProps) => {
  const propose = useApiMutation(api.propose)
  const { field, frame } = useAppForm({
    schema: NewProposal,
    idPrefix: 'proposal-',
    defaultValues: { quest_id: quest.id, target_date: null, note: '' },
    labels: { target_date: 'For which day?', note: 'Why would you like to do it?' },
    relevant: (values) => ({ ...values, target_date: values.target_date || null }),
    save: (body) => propose.mutateAsync({ params: { id: learnerId }, body }),
    saved: `You proposed “${quest.title}”`,
    onSaved: done,
    failed: 'That could not be sent. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Send">
      <TextField {...field('target_date')} type="date" optional />
      <Textarea {...field('note')} rows={3} optional />
    </ChangeForm>
  )
}
