import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  title: string
  lead?: string
  sunk?: boolean
  /** Places heading and content side by side if there is room. */
  beside?: boolean
  children: ReactNode
}

export const Section = ({
  id,
  title,
  lead,
  sunk = false,
  beside = false,
  children,
}: SectionProps) => (
  <section aria-labelledby={id} className={sunk ? 'bg-sunk' : ''}>
    <div
      className={`mx-auto max-w-content wrap-break-word px-4 py-12 sm:px-6 sm:py-16 lg:py-24 ${beside ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:gap-12' : ''}`}
    >
      <div>
        <h2 id={id} className="text-2xl sm:text-3xl">
          {title}
        </h2>
        {lead ? <p className="mt-3 max-w-text text-lg text-muted">{lead}</p> : null}
      </div>
      <div className={beside ? 'mt-8 lg:mt-1' : 'mt-8 sm:mt-10'}>{children}</div>
    </div>
  </section>
)
