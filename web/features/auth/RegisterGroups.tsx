import type { ReactNode } from 'react'

import { PasswordField, RadioCards, TextField } from '#ui'

import { AddressFields } from './AddressFields.tsx'
import { PasswordStrength } from './PasswordStrength.tsx'
import type { RegisterField } from './register.ts'

type GroupProps = { field: RegisterField }

// Not a landmark: its name would duplicate that of a field in it, such as Password.
const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="space-y-5">
    <h2 className="border-b border-line pb-2 text-xl">{title}</h2>
    {children}
  </div>
)

const WHO = [
  { value: 'student', label: 'A student', hint: 'I want to learn here' },
  { value: 'parent', label: 'A parent or guardian', hint: 'I am here for a child' },
]

export const AboutYou = ({
  field,
  under13,
  asksInterests,
  today,
}: GroupProps & { under13: boolean; asksInterests: boolean; today: string }) => {
  const { label, id: _, ...who } = field('account_type')
  return (
    <Group title="About you">
      <RadioCards legend={label} options={WHO} columns={2} {...who} initial="student" />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField {...field('date_of_birth')} type="date" max={today} autoComplete="bday" />
      {under13 ? (
        <TextField
          {...field('parent_email')}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          hint="If you are under 13, a parent or guardian has to agree. We email them as soon as you create the account, and ask for nothing about you beyond this form."
        />
      ) : null}
      {asksInterests && !under13 ? (
        <TextField
          {...field('interests')}
          optional
          maxLength={300}
          hint="From the demo. They help us choose the first quests we show you."
        />
      ) : null}
    </Group>
  )
}

export const Contact = ({ field, under13 }: GroupProps & { under13: boolean }) => (
  <Group title="How to reach you">
    <TextField
      {...field('email')}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      hint="You will sign in with it. We will send one message to confirm that it is yours."
    />
    {under13 ? null : (
      <TextField
        {...field('phone_number')}
        optional
        type="tel"
        autoComplete="tel"
        hint="International numbers are welcome, such as +44 20 7946 0000."
      />
    )}
  </Group>
)

export const Address = ({ field }: GroupProps) => (
  <Group title="Address">
    <AddressFields field={field} />
  </Group>
)

export const NewPassword = ({ field, password }: GroupProps & { password: string }) => (
  <Group title="Choose a password">
    <PasswordField {...field('password')} autoComplete="new-password" />
    <PasswordStrength password={password} />
    <PasswordField {...field('confirmPassword')} autoComplete="new-password" />
  </Group>
)
