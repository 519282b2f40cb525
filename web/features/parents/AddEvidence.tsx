import Camera from 'lucide-react/icons/camera'
import ImagePlus from 'lucide-react/icons/image-plus'
import { type ChangeEvent, type FormEvent, type ReactNode, useId, useState } from 'react'

import type { ParentDashboard } from '#contract/parents'
import { ACCEPTED_FILES, ACCEPTED_PICTURES } from '#rules/uploads'
import { Alert, Button, Select, Textarea } from '#ui'

import { EvidenceInputRow } from './EvidenceInputRow.tsx'
import { useEvidenceForm } from './use-evidence-form.ts'

type Props = {
  childId: string
  name: string
  tasks: ParentDashboard['active_quests'][number]['open_tasks']
}

/** Photos and a note for a child's current task. The child decides whether to submit them. */
export const AddEvidence = ({ childId, name, tasks }: Props) => {
  const giving = useEvidenceForm(childId)
  const [task, setTask] = useState(tasks[0]?.task_id ?? '')
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void giving.send(task)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-4 rounded-control bg-sunk p-4">
      <Select
        id={`${id}-task`}
        label="Which task is it for?"
        value={task}
        disabled={giving.isFixed}
        options={tasks.map(({ task_id, task_title }) => ({ value: task_id, label: task_title }))}
        onChange={(event) => setTask(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Take a photo"
          icon={<Camera aria-hidden size={18} />}
          add={giving.add}
          accept={ACCEPTED_PICTURES}
          capture="environment"
          className="hidden pointer-coarse:inline-flex"
        />
        <FileButton
          label="Choose photos or files"
          icon={<ImagePlus aria-hidden size={18} />}
          add={giving.add}
          accept={ACCEPTED_FILES}
          multiple
          className="inline-flex"
        />
      </div>
      {giving.files.length > 0 ? (
        <ul className="space-y-3">
          {giving.files.map((gift) => (
            <li key={gift.key}>
              <EvidenceInputRow
                gift={gift}
                write={(words) => giving.write(gift, words)}
                remove={() => giving.remove(gift)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <Textarea
        id={`${id}-note`}
        label="A note"
        optional
        rows={2}
        hint="What you saw, in a sentence or two."
        value={giving.note.words}
        readOnly={giving.note.tried}
        error={giving.note.failure}
        onChange={(event) => giving.write(giving.note, event.target.value)}
      />
      <Button type="submit" busy={giving.sending} disabled={giving.isEmpty}>
        {giving.isFixed && !giving.sending ? 'Try again' : 'Add to the work'}
      </Button>
      <div role="status">
        {giving.given > 0 && !giving.sending ? (
          <Alert
            tone="success"
            title={giving.given === 1 ? 'Added' : `${giving.given} pieces added`}
          >
            <p>
              {name} sees it with the task and can remove it. When {name} hands the task in, it is
              included, labelled “added by parent”.
            </p>
          </Alert>
        ) : null}
      </div>
    </form>
  )
}

type FileButtonProps = {
  label: string
  icon: ReactNode
  add: (files: Iterable<File>) => void
  accept: string
  className: string
  multiple?: boolean
  capture?: 'environment'
}

const FileButton = ({ label, icon, add, className, ...input }: FileButtonProps) => {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <label
      className={`${className} min-h-11 items-center gap-2 rounded-control border border-control bg-surface px-4 py-2 font-semibold hover:bg-bg has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      {icon}
      {label}
      <input {...input} type="file" className="visually-hidden" onChange={choose} />
    </label>
  )
}
