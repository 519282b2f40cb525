import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'

import type { DemoDiploma } from '#rules/demo'
import { Button, Checkbox } from '#ui'
import { shownIf } from '#views/site'

import { DemoStep } from './DemoStep.tsx'
import { Diploma } from './Diploma.tsx'
import type { DemoProps } from './use-demo.ts'

export const DiplomaStep = ({ state, act }: DemoProps) => {
  const { generatedDiploma: diploma, showAccreditedOption } = state
  const isEmpty = !diploma || diploma.totalXP === 0
  return (
    <DemoStep
      title={isEmpty ? 'The diploma is waiting' : 'Your diploma'}
      lead={
        isEmpty
          ? 'Your diploma is based on your work, and there is none yet. Go back and complete a task.'
          : 'This is a sample, based on what you did in the last few minutes. The real one lists the work, and anyone can verify it.'
      }
      onBack={() => act({ type: 'back' })}
      ways={
        <Button size="large" onClick={() => act({ type: 'next' })}>
          Finish
        </Button>
      }
    >
      {diploma && !isEmpty ? (
        <>
          <Diploma diploma={diploma} />
          <div className="no-print mt-6 space-y-5">
            {showAccreditedOption ? (
              <div {...shownIf('accredited_diploma')}>
                <Checkbox
                  id="accredited"
                  label="Show it as an accredited diploma, as issued by the academy"
                  checked={diploma.isAccredited}
                  onChange={({ currentTarget }) =>
                    act({ type: 'setAccredited', isAccredited: currentTarget.checked })
                  }
                />
              </div>
            ) : null}
            <ToKeep diploma={diploma} />
          </div>
        </>
      ) : null}
    </DemoStep>
  )
}

const ToKeep = ({ diploma }: { diploma: DemoDiploma }) => {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const download = async (kind: 'png' | 'pdf') => {
    setBusy(true)
    setFailed(false)
    try {
      const { downloadDiploma } = await import('./download-diploma.ts')
      await downloadDiploma(diploma, kind)
    } catch {
      setFailed(true)
    }
    setBusy(false)
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          busy={busy}
          icon={<Download aria-hidden size={18} />}
          onClick={() => void download('png')}
        >
          Download PNG
        </Button>
        <Button
          variant="secondary"
          busy={busy}
          icon={<Download aria-hidden size={18} />}
          onClick={() => void download('pdf')}
        >
          Download PDF
        </Button>
        <Button
          variant="secondary"
          icon={<Printer aria-hidden size={18} />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <p role="status" className="text-danger">
        {failed ? 'Your browser could not create the image. You can still print the diploma.' : ''}
      </p>
    </>
  )
}
