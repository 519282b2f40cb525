import type { ComponentProps, ReactNode } from 'react'
import type { DefaultValues, FieldValues, Path } from 'react-hook-form'

import { Textarea } from '#ui'

import { ChangeForm } from './ChangeForm.tsx'
import { type FormOptions, useAppForm } from './use-app-form.ts'

type Props<Input extends FieldValues, Output> = Omit<FormOptions<Input, Output>, 'labels'> & {
  /** Field of the reason. */
  name: Path<Input>
  label?: string
  /** States the readers of the reason. */
  hint?: string
  action: ReactNode
  variant?: ComponentProps<typeof ChangeForm>['variant']
  /** Consequences, above the reason. */
  children?: ReactNode
}

/** Form for an action that requires a reason. */
export const ReasonForm = <Input extends FieldValues, Output>({
  name,
  label = 'Reason',
  hint,
  action,
  variant = 'danger',
  children,
  ...form
}: Props<Input, Output>) => {
  const { field, frame } = useAppForm({
    defaultValues: { [name]: '' } as DefaultValues<Input>,
    ...form,
    labels: { [name]: label } as Partial<Record<Path<Input>, string>>,
  })
  return (
    <ChangeForm {...frame} className="space-y-4" action={action} variant={variant}>
      {children}
      <Textarea {...field(name)} rows={3} hint={hint} />
    </ChangeForm>
  )
}
