import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { NewNote, type Note } from '#contract/advising'
import { Button, QueryView, Textarea, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { dateOf } from '#web/format'

import { advising } from './queries.ts'

/** Staff notes on a learner, hidden from learner and family. */
export const Notes = ({ learnerId }: { learnerId: string }) => {
  const query = useQuery(advising.listNotes.query({ params: { id: learnerId } }))
  const write = useApiMutation(advising.writeNote)
  return (
    <div className="space-y-6">
      <NoteForm
        key={write.submittedAt}
        id="new"
        label="New note"
        save={async (words) => {
          await write.mutateAsync({ params: { id: learnerId }, body: { words } })
          toast.success('The note has been saved')
        }}
      />
      <QueryView query={query} what="the notes" skeleton="h-24">
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">No notes yet.</p>
          ) : (
            <ul className="divide-y divide-line border-y border-line">
              {items.map((note) => (
                <OneNote key={note.id} learnerId={learnerId} note={note} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </div>
  )
}

const OneNote = ({ learnerId, note }: { learnerId: string; note: Note }) => {
  const [isEditing, setEditing] = useState(false)
  const change = useApiMutation(advising.changeNote)
  return (
    <li className="space-y-1 py-3">
      {isEditing ? (
        <NoteForm
          id={note.id}
          label="Note"
          words={note.words}
          save={async (words) => {
            await change.mutateAsync({
              params: { id: learnerId, note_id: note.id },
              body: { words },
            })
            setEditing(false)
          }}
        />
      ) : (
        <p className="whitespace-pre-line">{note.words}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted">
          {note.author ?? 'Someone'}, {dateOf(note.written_at)}
          {note.edited_at ? ', changed' : ''}
        </p>
        {note.may_edit && !isEditing ? (
          <Button variant="quiet" size="small" onClick={() => setEditing(true)}>
            Change
          </Button>
        ) : null}
      </div>
    </li>
  )
}

type NoteFormProps = {
  id: string
  label: string
  words?: string
  save: (words: string) => Promise<unknown>
}

const NoteForm = ({ id, label, words = '', save }: NoteFormProps) => {
  const { field, frame } = useAppForm({
    schema: NewNote,
    idPrefix: `note-${id}-`,
    defaultValues: { words },
    labels: { words: label },
    save: (note) => save(note.words),
    failed: 'The note could not be saved. Please try again.',
  })
  return (
    <ChangeForm {...frame} className="space-y-3" action="Save" variant="secondary">
      <Textarea
        {...field('words')}
        rows={3}
        hint="Visible to staff only. You can edit a note for one day."
      />
    </ChangeForm>
  )
}
