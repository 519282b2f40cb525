import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { NotificationChoices } from '#contract/notifications'
import {
  type ChosenCategory,
  MAIL_RHYTHMS,
  type MailRhythm,
  CATEGORIES_WITH_OWN_EMAILS,
} from '#rules/notifications'
import { Checkbox, QueryView, Select, toast } from '#ui'
import { messageOf, useApiMutation } from '#web/api'

import { choicesQuery, notifications } from './queries.ts'
import { ThisDevice } from './ThisDevice.tsx'

const CATEGORIES = {
  feedback: {
    label: 'Feedback',
    hint: 'Your work has been reviewed. Emails about this are sent separately.',
  },
  plan: { label: 'The plan', hint: 'Proposals and decisions.' },
  family: { label: 'Family', hint: 'What a learner’s guardians add and change.' },
  connections: { label: 'Connections', hint: 'Requests, friends and groups.' },
  messages: { label: 'Messages', hint: 'Messages people send you.' },
  calendar: { label: 'Calendar', hint: 'Reminders and changes.' },
  achievements: { label: 'Badges and credit', hint: 'What has been earned.' },
} as const satisfies Record<ChosenCategory, { label: string; hint: string }>

const RHYTHMS = {
  immediately: 'Straight away',
  daily: 'Once a day',
  weekly: 'Once a week',
  never: 'Never',
} as const satisfies Record<MailRhythm, string>

/** Notification settings by category and channel. Each change is saved immediately. */
export const Choices = () => {
  const query = useQuery(choicesQuery)
  return (
    <QueryView query={query} what="your choices" skeleton="h-96">
      {(stored) => <Loaded stored={stored} />}
    </QueryView>
  )
}

type Choice = NotificationChoices['choices'][number]

const Loaded = ({ stored }: { stored: NotificationChoices }) => {
  const [choices, setChoices] = useState(stored)
  const change = useApiMutation(notifications.changeNotificationChoices, {
    replaces: () => choicesQuery.queryKey,
  })
  const save = async (changed: Partial<NotificationChoices>, body: object) => {
    setChoices({ ...choices, ...changed })
    try {
      await change.mutateAsync({ body })
    } catch (error) {
      setChoices(choices)
      toast.error(messageOf(error, 'Your choice could not be saved.'))
    }
  }
  const choose = (changed: Choice) =>
    void save(
      {
        choices: choices.choices.map((each) =>
          each.category === changed.category ? changed : each,
        ),
      },
      { choices: [changed] },
    )
  return (
    <div className="space-y-6">
      {choices.letters === null ? (
        <p className="text-muted">Everything appears in your notifications.</p>
      ) : (
        <>
          <p className="text-muted">
            Emails include only what you have not seen yet. You are always notified about anything
            to do with safety.
          </p>
          <Checkbox
            id="notification-letters"
            checked={choices.letters}
            onChange={({ currentTarget: { checked: letters } }) =>
              void save({ letters }, { letters })
            }
            label="Email me about new notifications"
          />
        </>
      )}
      {choices.push_key === null ? null : <ThisDevice pushKey={choices.push_key} />}
      <ul className="divide-y divide-line border-t border-line">
        {choices.choices.map((choice) => (
          <Row
            key={choice.category}
            choice={choice}
            hasLetters={
              choices.letters === true && !CATEGORIES_WITH_OWN_EMAILS.has(choice.category)
            }
            hasPush={stored.push_devices > 0}
            onChoose={choose}
          />
        ))}
      </ul>
    </div>
  )
}

type RowProps = {
  choice: Choice
  hasLetters: boolean
  hasPush: boolean
  onChoose: (choice: Choice) => void
}

const Row = ({ choice, hasLetters, hasPush, onChoose }: RowProps) => {
  const { category, in_app, push, mail } = choice
  const { label, hint } = CATEGORIES[category]
  return (
    <li className="py-4">
      <fieldset
        aria-labelledby={`${category}-told`}
        className="grid gap-3 sm:grid-cols-[1fr_12rem] sm:gap-x-6"
      >
        <div className="space-y-3">
          <h3 id={`${category}-told`} className="text-base">
            {label}
          </h3>
          <p className="text-sm text-muted">{hint}</p>
          <Checkbox
            id={`${category}-in-app`}
            checked={in_app}
            onChange={({ currentTarget: { checked } }) => onChoose({ ...choice, in_app: checked })}
            label="In my notifications"
          />
          {hasPush ? (
            <Checkbox
              id={`${category}-push`}
              checked={push}
              onChange={({ currentTarget: { checked } }) => onChoose({ ...choice, push: checked })}
              label="On my devices"
            />
          ) : null}
        </div>
        {hasLetters ? (
          <div>
            <Select
              id={`${category}-mail`}
              label="By email"
              value={mail}
              options={MAIL_RHYTHMS.map((value) => ({ value, label: RHYTHMS[value] }))}
              onChange={({ currentTarget: { value } }) =>
                onChoose({ ...choice, mail: value as MailRhythm })
              }
            />
          </div>
        ) : null}
      </fieldset>
    </li>
  )
}
