import type { ComponentProps, ReactNode } from 'react'

import { Button, FormErrorSummary } from '#ui'

type Look = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'icon' | 'disabled'>

type Props = Look &
  Pick<ComponentProps<'form'>, 'method' | 'onChange'> & {
    submit: ComponentProps<'form'>['onSubmit']
    summary: ComponentProps<typeof FormErrorSummary>
    sending: { busy: boolean; ready: boolean }
    /** Label of the button: "Save". */
    action: ReactNode
    /** Full-width button. */
    isWide?: boolean
    /** Content next to the button, such as another button or a status. */
    beside?: ReactNode
    below?: ReactNode
    className?: string
    children: ReactNode
  }

/** Layout of a form: errors above the fields, button below. Spread `frame` of useAppForm on it. */
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
