import MessageSquarePlus from 'lucide-react/icons/message-square-plus'
import { useRef, useState } from 'react'

import { Button, Markdown, TextField } from '#ui'

import { PinMark } from './PinMark.tsx'
import type { OnPin, Pin } from './pins.ts'
import { selectedWithin } from './selected-text.ts'
import { useMarkedPassages } from './use-marked-passages.ts'

type Props = { id: string; text: string; pins: readonly Pin[]; onPin?: OnPin | undefined }

/** Submitted text; comments are pinned to passages. */
export const TextEvidence = ({ id, text, pins, onPin }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  useMarkedPassages(place, pins)
  const [passage, setPassage] = useState<string>()
  const begin = () => setPassage(selectedWithin(place.current)?.exact ?? '')
  const pin = () => {
    const exact = passage?.trim() ?? ''
    if (exact === '') return
    const selected = selectedWithin(place.current)
    const around = selected?.exact === exact ? selected : { prefix: '', suffix: '' }
    onPin?.({ type: 'TextQuoteSelector', exact, prefix: around.prefix, suffix: around.suffix })
    setPassage(undefined)
  }
  return (
    <div>
      <div ref={place}>
        <Markdown text={text} />
      </div>
      {pins.length > 0 ? (
        <ul className="mt-2 space-y-1">
          {pins.map((each) => (
            <li key={each.number} className="flex items-center gap-2 text-sm">
              <PinMark pin={each} />
              <q className="min-w-0 text-muted">
                {each.selector.type === 'TextQuoteSelector' ? each.selector.exact : ''}
              </q>
            </li>
          ))}
        </ul>
      ) : null}
      {onPin && passage === undefined ? (
        <Button
          variant="secondary"
          size="small"
          className="no-print mt-2"
          icon={<MessageSquarePlus aria-hidden size={16} />}
          // Keeps the selection on click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={begin}
        >
          Pin a comment
        </Button>
      ) : null}
      {onPin && passage !== undefined ? (
        <div className="mt-2 space-y-2 rounded-control border border-line bg-bg p-3">
          <TextField
            id={`passage-${id}`}
            label="Passage"
            hint="Select it in the text before you press the button, or type it here."
            value={passage}
            maxLength={1000}
            onChange={(event) => setPassage(event.target.value)}
          />
          <div className="flex gap-2">
            <Button size="small" onClick={pin} disabled={passage.trim() === ''}>
              Comment on it
            </Button>
            <Button size="small" variant="quiet" onClick={() => setPassage(undefined)}>
              Cancel
            </Button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
