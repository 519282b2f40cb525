import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode, Ref } from 'react'

const TONES = {
  danger: { look: 'border-danger bg-danger-soft text-danger', Icon: CircleAlert },
  warning: { look: 'border-warning bg-warning-soft text-warning', Icon: TriangleAlert },
  success: { look: 'border-success bg-success-soft text-success', Icon: CircleCheck },
  info: { look: 'border-brand bg-brand-soft text-brand-strong', Icon: Info },
}

type AlertProps = {
  tone?: keyof typeof TONES
  /** `alert` interrupts screen readers and is for errors; omit it for content present from the start. */
  role?: 'alert' | 'status'
  title?: string
  children?: ReactNode
  /** For boxes that take focus when they appear. */
  ref?: Ref<HTMLDivElement>
}

export const Alert = ({ tone = 'info', role, title, children, ref }: AlertProps) => {
  const { look, Icon } = TONES[tone]
  return (
    <div
      ref={ref}
      role={role}
      tabIndex={ref ? -1 : undefined}
      className={`flex gap-3 rounded-control border px-4 py-3 ${look}`}
    >
      <Icon aria-hidden size={20} className="mt-[0.15em] shrink-0" />
      <div className="min-w-0 grow">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
