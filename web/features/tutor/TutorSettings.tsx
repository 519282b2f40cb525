import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { TutorSettings as Settings } from '#contract/tutor'
import { Checkbox, QueryView, Select, Textarea, TextField, toast } from '#ui'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'
import { ownTimeZone } from '#web/format'

import { changedFields } from './changed-fields.ts'
import { tutor } from './queries.ts'

const inputOf = (id: string) => ({ params: { id }, query: { time_zone: ownTimeZone() } })
const settingsOf = (id: string) => tutor.getTutorSettings.query(inputOf(id))

/** A family's tutor settings; effective from the next message. */
export const TutorSettings = ({ learnerId }: { learnerId: string }) => (
  <QueryView query={useQuery(settingsOf(learnerId))} what="the settings" skeleton="h-96">
    {(settings) => <SettingsForm learnerId={learnerId} settings={settings} />}
  </QueryView>
)

const { shape } = Settings

/** Form values: separate times, topics by line, numbers as strings. */
const Form = z.object({
  enabled: z.boolean(),
  from: z.string(),
  to: z.string(),
  daily_minutes: z.pipe(z.coerce.number('Please enter a number of minutes'), shape.daily_minutes),
  topics: z.string(),
  alert_level: shape.alert_level,
  retention_days: z.pipe(z.coerce.number('Please enter a number of days'), shape.retention_days),
})

/** A browser's time input does not support 24:00. */
const toField = (time: string) => (time === '24:00' ? '00:00' : time)
const hoursOf = (from: string, to: string) =>
  from === to ? { from: '00:00', to: '24:00' } : { from, to: to === '00:00' ? '24:00' : to }

const LEVELS = [
  { value: 'low', label: 'About anything unusual' },
  { value: 'medium', label: 'About anything worth checking, and anything serious' },
  { value: 'high', label: 'Only about anything serious' },
]

const toForm = (settings: Settings) => ({
  ...settings,
  from: toField(settings.hours.from),
  to: toField(settings.hours.to),
  topics: settings.blocked_topics.join('\n'),
})

const fromForm = ({ from, to, topics, ...rest }: z.output<typeof Form>): Settings => ({
  ...rest,
  hours: hoursOf(from, to),
  blocked_topics: topics
    .split('\n')
    .map((topic) => topic.trim())
    .filter((topic) => topic !== ''),
})

const SettingsForm = ({ learnerId, settings }: { learnerId: string; settings: Settings }) => {
  const [opened, setOpened] = useState(settings)
  const change = useApiMutation(tutor.changeTutorSettings, {
    replaces: () => settingsOf(learnerId).queryKey,
  })
  const { form, field, frame } = useAppForm({
    schema: Form,
    idPrefix: 'tutor-',
    defaultValues: toForm(settings),
    labels: {
      enabled: 'The tutor is on',
      from: 'From',
      to: 'To',
      daily_minutes: 'Minutes per day',
      topics: 'Topics to avoid',
      alert_level: 'Email me',
      retention_days: 'Days to keep conversations',
    },
    save: async (values) => {
      // Another guardian may have changed other settings since this form was opened.
      const stored = await tutor.getTutorSettings(inputOf(learnerId))
      const typed = fromForm(values)
      const body = { ...stored, ...changedFields(opened, typed) }
      const saved = await change.mutateAsync({ ...inputOf(learnerId), body })
      const hasMore = Object.keys(changedFields(typed, saved)).length > 0
      setOpened(saved)
      form.reset(toForm(saved))
      toast.success(
        hasMore
          ? 'Saved, with what somebody else in your family has changed meanwhile. The settings apply from the next message.'
          : 'Saved. The settings apply from the next message.',
      )
    },
    failed: 'The settings could not be saved. Please try again.',
  })
  return (
    <ChangeForm {...frame} action="Save">
      <Checkbox {...form.register('enabled')} id="tutor-enabled" label="The tutor is on" />
      <fieldset>
        <legend className="font-semibold">Hours</legend>
        <p className="mb-2 text-sm text-muted">
          In your local time. If the end is earlier than the start, the hours run past midnight. The
          same time twice means all day.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('from')} type="time" />
          <TextField {...field('to')} type="time" />
        </div>
      </fieldset>
      <TextField {...field('daily_minutes')} type="number" inputMode="numeric" min={0} max={1440} />
      <Textarea
        {...field('topics')}
        rows={3}
        optional
        hint="One per line. The tutor will say that your family does not want it to talk about this."
      />
      <Select
        {...field('alert_level')}
        options={LEVELS}
        hint="We always email you about anything serious."
      />
      <TextField {...field('retention_days')} type="number" inputMode="numeric" min={1} max={365} />
    </ChangeForm>
  )
}
