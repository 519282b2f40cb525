import type { ComponentProps } from 'react'

import { CONTROL, controlProps, Field, type FieldFrame } from './field.tsx'

type Frame = FieldFrame

export const TextField = ({
  label,
  hint,
  error,
  optional = false,
  id,
  ...input
}: Frame & Omit<ComponentProps<'input'>, 'id'>) => {
  const frame = { id, label, hint, error, optional }
  return (
    <Field {...frame}>
      <input {...input} {...controlProps(frame)} className={CONTROL} />
    </Field>
  )
}

export const Textarea = ({
  label,
  hint,
  error,
  optional = false,
  compact = false,
  id,
  ...textarea
}: Frame & Omit<ComponentProps<'textarea'>, 'id'> & { compact?: boolean }) => {
  const frame = { id, label, hint, error, optional }
  return (
    <Field {...frame}>
      <textarea
        rows={5}
        {...textarea}
        {...controlProps(frame)}
        className={`${CONTROL} field-sizing-content resize-y ${compact ? 'max-h-[25dvh] min-h-16' : 'max-h-[60dvh] min-h-28'}`}
      />
    </Field>
  )
}
