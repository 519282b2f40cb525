import { useState } from 'react'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { type Quest, Repetition } from '#contract/quests'
import { Button, Dialog, TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { quests } from './queries.ts'

/** Repeats a completed quest on another subject. */
export const Repeat = ({ quest }: { quest: Quest }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" className="mt-3" onClick={() => setOpen(true)}>
        Do it again on another topic
      </Button>
      <Dialog open={open} title="Again, on another topic" onClose={() => setOpen(false)}>
        {open ? <Fields quest={quest} /> : null}
      </Dialog>
    </>
  )
}

const Fields = ({ quest }: { quest: Quest }) => {
  const navigate = useNavigate()
  const repeat = useApiMutation(quests.repeatQuest)
  const { field, frame } = useAppForm({
    schema: Repetition,
    defaultValues: { subject: '' },
    labels: { subject: 'What is it about this time?' },
    save: async (body) => {
      const { id } = await repeat.mutateAsync({ params: { id: quest.id }, body })
      toast.success('You have started this quest. Good luck!')
      void navigate(paths.quest(id))
    },
    failed: 'The quest could not be started. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Start it again">
      <TextField
        {...field('subject')}
        hint="Another book, another machine, another person: it starts as a new quest."
        autoComplete="off"
        maxLength={80}
      />
    </ChangeForm>
  )
}
