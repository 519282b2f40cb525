import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'

import { OwnTask as OwnTaskForm } from '#contract/quests'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { Button, Dialog, Select, Textarea, TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { quests } from './queries.ts'

/** Adds a learner's own task to the quest. */
export const OwnTask = ({ questId }: { questId: string }) => {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <Button
        variant="secondary"
        icon={<Plus aria-hidden size={18} />}
        onClick={() => setOpen(true)}
      >
        Add your own task
      </Button>
      <Dialog open={open} title="Your own task" onClose={() => setOpen(false)}>
        {open ? <Fields questId={questId} done={() => setOpen(false)} /> : null}
      </Dialog>
    </div>
  )
}

const Fields = ({ questId, done }: { questId: string; done: () => void }) => {
  const add = useApiMutation(quests.addOwnTask)
  const { field, frame } = useAppForm({
    schema: OwnTaskForm,
    defaultValues: { title: '', instructions: '', pillar: 'creativity', xp: 50 },
    labels: { title: 'Title', instructions: 'What you will do', pillar: 'Pillar', xp: 'XP' },
    save: async (task) => {
      await add.mutateAsync({ params: { id: questId }, body: task })
      toast.success('Your task has been added')
      done()
    },
    failed: 'The task could not be added. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Add task">
      <TextField {...field('title')} autoComplete="off" maxLength={150} />
      <Textarea {...field('instructions')} optional rows={3} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          {...field('pillar')}
          options={PILLARS.map((pillar) => ({ value: pillar, label: PILLAR_NAMES[pillar] }))}
        />
        <TextField
          {...field('xp')}
          type="number"
          inputMode="numeric"
          min={50}
          max={100}
          hint="50 to 100. Your advisor confirms them."
        />
      </div>
    </ChangeForm>
  )
}
