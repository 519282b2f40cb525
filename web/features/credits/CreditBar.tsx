import type { CreditRow } from '#contract/credits'
import { CREDIT_STATES, type CreditState } from '#rules/credits'

type Figures = Pick<CreditRow, 'required'> & Partial<Record<CreditState, number>>

/** A row's figures as one bar with a mark at the requirement; absent states are not drawn. The numbers are next to it as text. */
export const CreditBar = ({ figures }: { figures: Figures }) => {
  const total = CREDIT_STATES.reduce((sum, state) => sum + Math.max(0, figures[state] ?? 0), 0)
  const whole = Math.max(figures.required, total) || 1
  const share = (value: number) => `${(Math.max(0, value) / whole) * 100}%`
  return (
    <div aria-hidden="true" className="relative py-1.5">
      <div className="flex h-4 overflow-hidden rounded-full bg-sunk inset-ring inset-ring-control">
        {CREDIT_STATES.map((state) => (
          <span
            key={state}
            data-state={state}
            className="credit block h-full transition-[width] duration-(--slow) first:rounded-l-full"
            style={{ width: share(figures[state] ?? 0) }}
          />
        ))}
      </div>
      {figures.required > 0 ? (
        <span
          className="absolute inset-y-0 w-[3px] -translate-x-full rounded-full bg-ink"
          style={{ left: share(figures.required) }}
        />
      ) : null}
    </div>
  )
}

/** Sample of the bar's pattern, for the legend. */
export const Swatch = ({ state }: { state: CreditState }) => (
  <span
    aria-hidden="true"
    data-state={state}
    className="credit inline-block size-4 shrink-0 rounded-[4px] inset-ring inset-ring-brand"
  />
)
