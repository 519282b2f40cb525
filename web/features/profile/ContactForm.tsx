import { useState } from 'react'

import { ContactChange, type Profile } from '#contract/profile'
import { TextField } from '#ui'
import { AddressFields } from '#views/auth'
import { useApiMutation } from '#web/api'
import { ChangeForm, useAppForm } from '#web/form'

import { isChild } from './is-child.ts'
import { profile as calls, useProfileSaved } from './queries.ts'

const LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  address_line1: 'Address line 1',
  address_line2: 'Address line 2',
  city: 'City',
  state: 'State or region',
  postal_code: 'Postal code',
  country: 'Country',
  interests: 'Interests',
} as const

const NAMES = Object.keys(LABELS) as (keyof typeof LABELS)[]

export const ContactForm = ({ profile }: { profile: Profile }) => {
  const change = useApiMutation(calls.changeProfile, useProfileSaved())
  const [saved, setSaved] = useState(false)
  const { field, frame } = useAppForm({
    schema: ContactChange,
    defaultValues: Object.fromEntries(NAMES.map((name) => [name, profile[name] ?? ''])),
    labels: LABELS,
    save: async (values) => {
      setSaved(false)
      await change.mutateAsync({ body: values })
      setSaved(true)
    },
    failed: 'Your profile could not be saved. Please try again.',
  })
  return (
    <ChangeForm
      {...frame}
      onChange={() => setSaved(false)}
      action="Save"
      beside={
        <p role="status" className="font-medium text-success">
          {saved ? 'Your profile has been saved.' : ''}
        </p>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField
        {...field('interests')}
        optional
        hint="For example dinosaurs, baking or football. We use these to recommend quests."
      />
      {isChild(profile) ? null : (
        <>
          <TextField {...field('phone_number')} optional type="tel" autoComplete="tel" />
          <AddressFields field={field} hasMore />
        </>
      )}
    </ChangeForm>
  )
}
