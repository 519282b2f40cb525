import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

import { toast } from '#ui'
import { ApiError, messageOf } from '#web/api'
import { useHydrated } from '#web/browser'

import { unsaved } from './unsaved.ts'

export type FormOptions<Input extends FieldValues, Output> = {
  schema: z.ZodMiniType<Output, Input>
  /** Leave out text that begins empty: what someone typed before the script came is then kept. */
  defaultValues?: DefaultValues<Input>
  /** The fields' labels, in the order of the form: they name the fields in the summary. */
  labels: Partial<Record<Path<Input>, string>>
  /** Keeps the fields' ids apart where two forms of a page have a field of the same name. */
  idPrefix?: string
  /** What of the values counts; the rest, typed into fields that are gone since, is neither checked nor sent. */
  relevant?: (values: Input) => Input
  save: (values: Output) => Promise<unknown>
  /** What to say once it is saved, where the page does not show it. */
  saved?: string
  onSaved?: () => unknown
  /** What to say about a failure for which the server has no words. */
  failed?: string
  /** What to say about a failure as a whole, where that takes more. */
  explain?: (error: unknown) => string
}

/** Leaving a form with more fields than this asks first, once something has been entered. */
const MAX_UNGUARDED_FIELDS = 3

/**
 * A form that checks itself with the contract's schema, shows the server's messages by their fields and everything else in
 * the red box. Spread `field(name)` on an input and `summary` on FormErrorSummary.
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
  // Forms stand in prerendered pages: only now can they be sent. Drawing again also shows what was chosen before.
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
      callback: ({ isDirty = false }) => unsaved.mark(id, isDirty),
    })
    return () => {
      unsubscribe()
      unsaved.mark(id, false)
    }
  }, [id, isGuarded, subscribe])

  const tellFailure = (error: unknown) => {
    const fields = error instanceof ApiError ? error.fields : {}
    const known = names.filter((name) => fields[name])
    for (const name of known) form.setError(name, { type: 'server', message: fields[name] ?? '' })
    setFailure(explain(error))
  }

  const submit = form.handleSubmit(
    async (values) => {
      setFailure(undefined)
      // Saving may navigate.
      unsaved.mark(id, false)
      try {
        await save(values)
        if (saved) toast.success(saved)
        await onSaved?.()
      } catch (error) {
        unsaved.mark(id, isGuarded)
        tellFailure(error)
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
    /** For ChangeForm. Forms with a frame of their own take its parts. */
    frame: { submit, summary, sending },
    errorOf,
    /** Everything an input needs: its id, label, name, message and what ties it to the form. */
    field: (name: Path<Input>) => ({
      ...form.register(name),
      id: idPrefix + name,
      label: labels[name] ?? name,
      error: errorOf(name),
    }),
  }
}
