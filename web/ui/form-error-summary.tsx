import { useEffect, useRef } from 'react'

import { Alert } from './alert.tsx'

type FormErrorSummaryProps = {
  /** The server's message about the form as a whole. */
  message?: string | undefined
  /** Invalid fields in the order of the form. Each field shows its own message. */
  fields?: readonly { id: string; label: string }[]
  /** Changes with every attempt, so that the box takes focus again. */
  attempt: number
}

const NONE: NonNullable<FormErrorSummaryProps['fields']> = []

/** Error box above a form. Takes focus after a failed attempt. */
export const FormErrorSummary = ({ message, fields = NONE, attempt }: FormErrorSummaryProps) => {
  const box = useRef<HTMLDivElement>(null)
  const shown = message !== undefined || fields.length > 0
  useEffect(() => {
    if (attempt > 0) box.current?.focus()
  }, [attempt])
  if (!shown) return null
  return (
    <Alert ref={box} tone="danger" role="alert">
      {message === undefined ? null : <p className="font-medium">{message}</p>}
      {fields.length > 0 ? (
        <>
          <p className="font-medium">
            {fields.length === 1 ? 'One answer needs' : `${fields.length} answers need`} your
            attention:
          </p>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {fields.map((field) => (
              <li key={field.id}>
                <a
                  href={`#${field.id}`}
                  className="inline-block min-h-6 rounded-control underline underline-offset-2"
                  onClick={(event) => {
                    event.preventDefault()
                    document.getElementById(field.id)?.focus()
                  }}
                >
                  {field.label}
                </a>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Alert>
  )
}
