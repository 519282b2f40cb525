import { type ReactNode, useId } from 'react'
import type * as z from 'zod/mini'

import { NewLink as Wanted } from '#contract/links'
import { Select, TextField, toast } from '#ui'
import { ChangeForm, useAppForm } from '#web/form'

const DAYS = [
  { value: '7', label: 'One week' },
  { value: '30', label: 'One month' },
  { value: '90', label: 'Three months' },
  { value: '365', label: 'One year' },
]

type NewLinkProps = {
  add: (wanted: z.output<typeof Wanted>) => Promise<unknown>
  /** Additional form fields. */
  children?: ReactNode
}

/** Creates an expiring link for one recipient. */
export const NewLink = ({ add, children }: NewLinkProps) => {
  const { form, field, frame } = useAppForm({
    schema: Wanted,
    idPrefix: `${useId()}-`,
    defaultValues: { label: '', days: '30' },
    labels: { label: 'Who it is for', days: 'Valid for' },
    save: async (wanted) => {
      await add(wanted)
      form.resetField('label')
      toast.success('The link is ready to copy')
    },
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action="Create a link" variant="secondary">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('label')} hint="Only you see this" maxLength={80} autoComplete="off" />
        <Select {...field('days')} hint="You can turn it off earlier" options={DAYS} />
      </div>
      {children}
    </ChangeForm>
  )
}
