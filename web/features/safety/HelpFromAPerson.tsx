import { CrisisHelp } from './CrisisHelp.tsx'

/** Crisis contacts, in the same place whatever somebody has written: who looks over a child's shoulder learns nothing. */
export const HelpFromAPerson = () => (
  <details>
    <summary className="min-h-6 font-semibold">I need help from a person</summary>
    <div className="pt-3">
      <CrisisHelp />
    </div>
  </details>
)
