import { useState } from 'react'

import { Button, lazyPart } from '#ui'
import { firstInteraction } from '#web/browser'

const dialog = () => import('./PhilosophyDialog.tsx')
const PhilosophyDialog = lazyPart(dialog, 'PhilosophyDialog')
// Preloads the dialog at the first interaction.
void firstInteraction.then(dialog)

/** Short text on the page, the rest in a dialog. */
export const Philosophy = () => {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <blockquote className="max-w-text font-heading text-xl leading-snug">
        A mark at the end says how it turned out. The attempts, the questions and the second draft
        say how someone learns. That is the part worth keeping.
      </blockquote>
      <Button variant="secondary" className="mt-6" onClick={show}>
        Philosophy
      </Button>
      {wanted ? <PhilosophyDialog open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
