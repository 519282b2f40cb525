import type { ComponentProps, ReactNode } from 'react'

import { Button, FormErrorSummary } from '#ui'

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon' | 'disabled'>

type Props = Look &
  Pick<ComponentProps<'form'>, 'method' | 'onChange'> & {
    submit: ComponentProps<'form'>['onSubmit']
    summary: ComponentProps<typeof FormErrorSummary>
    sending: { busy: boolean; ready: boolean }
    /** What the button says: "Save". */
    action: ReactNode
    /** The button is as wide as the form. */
    isWide?: boolean
    /** What stands beside the button, such as another one, or what has become of the form. */
    beside?: ReactNode
    below?: ReactNode
    className?: string
    children: ReactNode
  }

/** The frame of a form: what is wrong above the fields, the button below them. Spread `frame` of useAppForm on it. */
export const ChangeForm = ({
  submit,
  summary,
  sending,
  action,
  isWide = false,
  beside,
  below,
  className = 'space-y-5',
  method,
  onChange,
  children,
  ...look
}: Props) => {
  const button = (
    <Button type="submit" {...look} {...sending} {...(isWide ? { className: 'w-full' } : {})}>
      {action}
    </Button>
  )
  return (
    <form noValidate method={method} onSubmit={submit} onChange={onChange} className={className}>
      <FormErrorSummary {...summary} />
      {children}
      {beside ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
      {below}
    </form>
  )
}
