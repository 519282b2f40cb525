import type { ComponentProps, ReactNode } from 'react'

import { FieldError } from './field.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  id: string
  /** May contain links. */
  label: ReactNode
  error?: string | undefined
}

export const Checkbox = ({ id, label, error, ...input }: CheckboxProps) => (
  <div>
    <div className="flex items-start gap-3">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-invalid={error ? true : input['aria-invalid']}
        aria-describedby={error ? `${id}-error` : undefined}
        className="mt-[0.05em] size-6 shrink-0 cursor-pointer rounded-control accent-brand"
      />
      <label htmlFor={id}>{label}</label>
    </div>
    <FieldError id={id} error={error} />
  </div>
)

const COLUMNS = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]',
}

type RadioCardsProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  legend: string
  error?: string | undefined
  options: readonly {
    value: string
    label: string
    hint?: string
    icon?: ReactNode
    /** For controlled choices outside of a form. */
    checked?: boolean
  }[]
  /** Number of columns if there is room. */
  columns?: keyof typeof COLUMNS
  /** Initial value, if not controlled. */
  initial?: string
}

/** Radio buttons as cards that are clickable as a whole. */
export const RadioCards = ({
  legend,
  name = '',
  error,
  options,
  columns = 1,
  initial,
  ...input
}: RadioCardsProps) => (
  <fieldset aria-describedby={error ? `${name}-error` : undefined}>
    <legend className="mb-1.5 font-semibold">{legend}</legend>
    <div className={`grid gap-3 ${COLUMNS[columns]}`}>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 items-start gap-3 rounded-control border border-control bg-surface px-3 py-2.5 transition-colors hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-checked:shadow-[inset_0_0_0_1px_var(--brand)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            {...input}
            name={name}
            type="radio"
            value={option.value}
            checked={option.checked}
            defaultChecked={initial === undefined ? undefined : option.value === initial}
            className="mt-[0.2em] size-5 shrink-0 accent-brand outline-none"
          />
          <span className="min-w-0 grow">
            <span className="block font-medium">{option.label}</span>
            {option.hint ? <span className="block text-sm text-muted">{option.hint}</span> : null}
          </span>
          {option.icon}
        </label>
      ))}
    </div>
    <FieldError id={name} error={error} />
  </fieldset>
)
