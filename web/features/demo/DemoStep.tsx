import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'

import { Button } from '#ui'

type DemoStepProps = {
  title: string
  lead?: ReactNode
  /** Undefined at the first step. */
  onBack?: () => void
  /** Forward actions, the main one last. */
  ways: ReactNode
  children: ReactNode
}

/** Layout of a step: a heading that receives focus, and back and forward actions. */
export const DemoStep = ({ title, lead, onBack, ways, children }: DemoStepProps) => (
  <section aria-labelledby="demo-step">
    <div className="no-print">
      <h2 id="demo-step" tabIndex={-1} className="text-2xl">
        {title}
      </h2>
      {lead ? <p className="mt-2 max-w-text text-muted">{lead}</p> : null}
    </div>
    <div className="mt-6">{children}</div>
    <div className="no-print mt-10 flex flex-wrap items-center gap-3 border-t border-line pt-6">
      {onBack ? (
        <Button
          variant="quiet"
          className="mr-auto"
          icon={<ArrowLeft aria-hidden size={18} />}
          onClick={onBack}
        >
          Back
        </Button>
      ) : null}
      {ways}
    </div>
  </section>
)
