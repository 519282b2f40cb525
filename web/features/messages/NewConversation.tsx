import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Button, Dialog, FieldError, QueryView, STAY, TextField } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { PersonPicture } from './PersonPicture.tsx'
import { messages } from './queries.ts'

const TIES = {
  advisor: 'Advisor',
  learner: 'Learner in your care',
  guardian: 'Looks after a learner in your care',
  friend: 'Friend',
} as const

/** Selects recipients: one person, or several for a group. */
export const NewConversation = ({ onClose }: { onClose: () => void }) => {
  const contacts = useQuery(messages.listContacts.query())
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string>()
  const begin = useApiMutation(messages.beginConversation, {
    onSuccess: ({ id }) => {
      onClose()
      void navigate(paths.conversation(id), { state: STAY })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return setError('Please choose somebody to write to')
    const name = chosen.length > 1 && title.trim() !== '' ? { title: title.trim() } : {}
    begin.mutate(
      { body: { participant_ids: [...chosen], ...name } },
      {
        onError: (failure) => setError(messageOf(failure, 'That did not work. Please try again.')),
      },
    )
  }
  const toggle = (id: string, isChosen: boolean) => {
    setError(undefined)
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  }
  return (
    <Dialog open title="New conversation" onClose={onClose}>
      <QueryView query={contacts} what="the people you can write to">
        {({ contacts }) =>
          contacts.length === 0 ? (
            <p>
              There is nobody yet. You can write to your friends here, and to the people at the
              school who look after you or whom you look after.
            </p>
          ) : (
            <form noValidate onSubmit={submit} className="space-y-4">
              <fieldset aria-describedby={error ? 'people-error' : undefined}>
                <legend className="mb-2">
                  Choose one person, or several who then all write and read together.
                </legend>
                <ul className="max-h-[40dvh] space-y-1 overflow-y-auto">
                  {contacts.map((contact) => (
                    <li key={contact.id}>
                      <label className="flex min-h-13 items-center gap-3 rounded-control px-2 py-1 hover:bg-sunk has-checked:bg-brand-soft">
                        <input
                          type="checkbox"
                          checked={chosen.includes(contact.id)}
                          onChange={({ target }) => toggle(contact.id, target.checked)}
                          className="size-6 shrink-0 accent-brand"
                        />
                        <PersonPicture person={contact} />
                        <span className="min-w-0">
                          <span className="block font-medium">{contact.name}</span>
                          <span className="block text-sm text-muted">{TIES[contact.tie]}</span>
                        </span>
                      </label>
                    </li>
                  ))}
                </ul>
              </fieldset>
              {chosen.length > 1 ? (
                <TextField
                  id="title"
                  label="Name of the group"
                  optional
                  maxLength={80}
                  value={title}
                  onChange={({ target }) => setTitle(target.value)}
                />
              ) : null}
              <FieldError id="people" error={error} />
              <div className="flex justify-end">
                <Button type="submit" busy={begin.isPending}>
                  Write
                </Button>
              </div>
            </form>
          )
        }
      </QueryView>
    </Dialog>
  )
}
