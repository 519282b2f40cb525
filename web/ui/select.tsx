import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'

import { CONTROL, controlProps, Field, type FieldFrame } from './field.tsx'

type SelectProps = FieldFrame &
  Omit<ComponentProps<'select'>, 'id'> & {
    options: readonly { value: string; label: string }[]
    /** Label of the initial empty option. */
    placeholder?: string
  }

export const Select = ({
  label,
  hint,
  error,
  optional = false,
  id,
  options,
  placeholder,
  ...select
}: SelectProps) => {
  const frame = { id, label, hint, error, optional }
  return (
    <Field {...frame}>
      <div className="relative">
        <select {...select} {...controlProps(frame)} className={`${CONTROL} appearance-none pr-10`}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          size={18}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
        />
      </div>
    </Field>
  )
}
