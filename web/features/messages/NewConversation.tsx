import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import { paths } from '#contract/paths'
import { Alert, Button, Dialog, FieldError, QueryView, KEEP_FOCUS, TextField } from '#ui'
import { ApiError, messageOf, useApiMutation } from '#web/api'

import { PersonPicture } from './PersonPicture.tsx'
import { messages } from './queries.ts'

const TIES = {
  advisor: 'Advisor',
  learner: 'Learner in your care',
  guardian: 'Parent or guardian of a learner in your care',
  friend: 'Friend',
} as const

const fieldsOf = (failure: unknown) => (failure instanceof ApiError ? failure.fields : {})

/** Selects recipients: one person, or several for a group. */
export const NewConversation = ({ onClose }: { onClose: () => void }) => {
  const contacts = useQuery(messages.listContacts.query())
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string>()
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const begin = useApiMutation(messages.beginConversation, {
    onSuccess: ({ id }) => {
      onClose()
      void navigate(paths.conversation(id), { state: KEEP_FOCUS })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return setError('Please choose someone to write to')
    const name = chosen.length > 1 && title.trim() !== '' ? { title: title.trim() } : {}
    begin.mutate(
      { body: { participant_ids: [...chosen], ...name } },
      {
        onError: (failure) => {
          setError(messageOf(failure, 'That did not work. Please try again.'))
          setLeftOut(chosen.filter((_, index) => `participant_ids.${index}` in fieldsOf(failure)))
        },
      },
    )
  }
  const choose = (ids: readonly string[]) => {
    setError(undefined)
    setLeftOut([])
    setChosen(ids)
  }
  const toggle = (id: string, isChosen: boolean) =>
    choose(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <Dialog open title="New conversation" onClose={onClose}>
      <QueryView query={contacts} what="the people you can write to">
        {({ contacts }) =>
          contacts.length === 0 ? (
            <p>
              There is no one here yet. You can write to your friends, and to people at the school
              who look after you or who you look after.
            </p>
          ) : (
            <form noValidate onSubmit={submit} className="space-y-4">
              <fieldset aria-describedby={error ? 'people-error' : undefined}>
                <legend className="mb-2">Choose one person, or several to start a group.</legend>
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
                  label="Group name"
                  optional
                  maxLength={80}
                  value={title}
                  onChange={({ target }) => setTitle(target.value)}
                />
              ) : null}
              {leftOut.length > 0 && leftOut.length < chosen.length ? (
                <LeaveOut
                  names={contacts.flatMap(({ id, name }) => (leftOut.includes(id) ? name : []))}
                  onLeaveOut={() => choose(chosen.filter((id) => !leftOut.includes(id)))}
                />
              ) : (
                <FieldError id="people" error={error} />
              )}
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

type LeaveOutProps = { names: readonly string[]; onLeaveOut: () => void }

/** Names the people who cannot be in a conversation. */
const LeaveOut = ({ names, onLeaveOut }: LeaveOutProps) => {
  const people = new Intl.ListFormat('en-GB').format(names)
  return (
    <Alert tone="danger" role="alert" title={`This conversation can’t include ${people}`}>
      <p id="people-error">
        In a conversation with somebody under 18, everyone has to be able to write to them.
      </p>
      <Button variant="secondary" className="mt-3" onClick={onLeaveOut}>
        Leave out {people}
      </Button>
    </Alert>
  )
}
