import { useEffect, useRef } from 'react'

import { Alert } from './alert.tsx'

type FormErrorSummaryProps = {
  /** What went wrong with the form as a whole: the server's words. */
  message?: string | undefined
  /** Fields that need attention, in the order of the form. The words stand beside each field. */
  fields?: readonly { id: string; label: string }[]
  /** Changes with every try, so that the box takes the focus again. */
  attempt: number
}

const NONE: NonNullable<FormErrorSummaryProps['fields']> = []

/** The red box above a form. It takes the focus when a try has failed. */
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
