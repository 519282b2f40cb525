import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { toast } from '#ui'
import { ApiError, messageOf } from '#web/api'
import { useHydrated } from '#web/browser'

import { unsavedChanges } from './unsaved-changes.ts'

export type FormOptions<Input extends FieldValues, Output> = {
  schema: z.ZodMiniType<Output, Input>
  /** Omit text fields that start empty: input typed before hydration is then preserved. */
  defaultValues?: DefaultValues<Input>
  /** Labels in the order of the form, for the error summary. */
  labels: Partial<Record<Path<Input>, string>>
  /** Distinguishes the field ids of two forms on one page. */
  idPrefix?: string
  /** Selects the values that count; input in fields that are hidden since is neither validated nor sent. */
  relevant?: (values: Input) => Input
  save: (values: Output) => Promise<unknown>
  /** Toast after saving, if the page does not show the result. */
  saved?: string
  onSaved?: () => unknown
  /** Error message if the server provides none. */
  failed?: string
  /** Custom error message for the whole form. */
  explain?: (error: unknown) => string
}

/** Longer forms ask before they are left with unsaved input. */
const MAX_UNGUARDED_FIELDS = 3

/**
 * Form state with validation by the contract's schema. Shows the server's messages at their fields, and all others in the error
 * summary. Spread `field(name)` on an input and `summary` on FormErrorSummary.
 */
export const useAppForm = <Input extends FieldValues, Output>({
  schema,
  defaultValues,
  labels,
  idPrefix = '',
  relevant = (values) => values,
  save,
  saved,
  onSaved,
  failed,
  explain = (error) => messageOf(error, failed),
}: FormOptions<Input, Output>) => {
  const check = zodResolver(schema)
  const form = useForm<Input, unknown, Output>({
    resolver: (values, context, options) => check(relevant(values), context, options),
    defaultValues,
    shouldFocusError: false,
  })
  const [failure, setFailure] = useState<string>()
  // Prerendered forms can only be submitted after hydration. The re-render also shows choices made before.
  const ready = useHydrated()
  const { errors, isSubmitting, submitCount } = form.formState
  const names = Object.keys(labels) as Path<Input>[]
  const id = useId()
  const isGuarded = names.length > MAX_UNGUARDED_FIELDS
  const { subscribe } = form
  useEffect(() => {
    if (!isGuarded) return undefined
    const unsubscribe = subscribe({
      formState: { isDirty: true, values: true },
      callback: ({ isDirty = false }) => unsavedChanges.mark(id, isDirty),
    })
    return () => {
      unsubscribe()
      unsavedChanges.mark(id, false)
    }
  }, [id, isGuarded, subscribe])

  const showFailure = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {}
    const known = names.filter((name) => fields[name])
    for (const name of known) form.setError(name, { type: 'server', message: fields[name] ?? '' })
    setFailure(explain(error))
  }

  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined)
      // Saving may navigate.
      unsavedChanges.mark(id, false)
      try {
        await save(values)
        if (saved) toast.success(saved)
        await onSaved?.()
      } catch (error) {
        unsavedChanges.mark(id, isGuarded)
        showFailure(error)
      }
    },
    () => {
      setFailure(undefined)
    },
  )

  const errorOf = (name: Path<Input>) => {
    const message = (errors as Record<string, { message?: string } | undefined>)[name]?.message
    return message || undefined
  }

  const sending = { busy: isSubmitting, ready }
  const summary = {
    message: failure,
    attempt: submitCount,
    fields: names
      .filter((name) => errorOf(name))
      .map((name) => ({ id: idPrefix + name, label: labels[name] ?? name })),
  }
  return {
    form,
    /** For ChangeForm. Custom layouts use its parts. */
    frame: { submit, summary, sending },
    errorOf,
    /** Props of an input: id, label, name, message and registration. */
    field: (name: Path<Input>) => ({
      ...form.register(name),
      id: idPrefix + name,
      label: labels[name] ?? name,
      error: errorOf(name),
    }),
  }
}
