import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Grip from 'lucide-react/icons/grip-vertical'
import { useRef, useState } from 'react'

import type { PortfolioItem } from '#contract/portfolio'
import { AUDIENCES, type Audience, isExternal } from '#rules/audience'
import { Button, IconButton, Select, TextField, useReorder } from '#ui'

import { AUDIENCE_WORDS } from './labels.ts'
import { Piece } from './Piece.tsx'

type ShownPieceProps = {
  item: PortfolioItem
  index: number
  count: number
  /** No guardian has consented to publishing. */
  isKeptInside: boolean
  onMove: (from: number, to: number) => void
  onChange: (change: { caption?: string; audience?: Audience }) => void
}

const PIECES = Symbol('portfolio pieces')

const LINES = { before: 'before:-top-2.5', after: 'before:-bottom-2.5', idle: '', dragged: '' }

/** A selected piece with position, caption and audience. */
export const PortfolioPiece = ({
  item,
  index,
  count,
  isKeptInside,
  onMove,
  onChange,
}: ShownPieceProps) => {
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const state = useReorder({ list: PIECES, row, handle, index, onMove })
  const line =
    state === 'before' || state === 'after'
      ? `before:absolute before:inset-x-0 before:h-1 before:rounded-full before:bg-brand ${LINES[state]}`
      : ''
  const audiences = AUDIENCES.filter(
    (audience) => !isKeptInside || !isExternal(audience) || audience === item.audience,
  )
  return (
    <li ref={row} className={`relative ${state === 'dragged' ? 'opacity-50' : ''} ${line}`}>
      <Piece
        item={item}
        corner={
          <span
            ref={handle}
            title="Drag to reorder"
            className="-m-1 cursor-grab touch-none rounded-control p-2 text-muted hover:bg-sunk hover:text-ink max-sm:hidden"
          >
            <Grip aria-hidden size={20} />
          </span>
        }
      >
        <Caption item={item} save={(caption) => onChange({ caption })} />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="w-full max-w-64">
            <Select
              id={`audience-${item.attempt_id}`}
              label="Who can see it"
              value={item.audience}
              onChange={(event) => onChange({ audience: event.target.value as Audience })}
              options={audiences.map((value) => ({ value, label: AUDIENCE_WORDS[value] }))}
            />
          </div>
          <div className="flex items-center gap-1">
            <IconButton
              label={`Move “${item.task_title}” up`}
              disabled={index === 0}
              onClick={() => onMove(index, index - 1)}
            >
              <ArrowUp aria-hidden size={18} />
            </IconButton>
            <IconButton
              label={`Move “${item.task_title}” down`}
              disabled={index === count - 1}
              onClick={() => onMove(index, index + 1)}
            >
              <ArrowDown aria-hidden size={18} />
            </IconButton>
            <Button variant="quiet" size="small" onClick={() => onChange({ audience: 'private' })}>
              Hide
            </Button>
          </div>
        </div>
      </Piece>
    </li>
  )
}

const Caption = ({ item, save }: { item: PortfolioItem; save: (caption: string) => void }) => {
  const [caption, setCaption] = useState(item.caption)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow">
        <TextField
          id={`caption-${item.attempt_id}`}
          label="Caption"
          optional
          maxLength={500}
          value={caption}
          onChange={(event) => setCaption(event.target.value)}
        />
      </div>
      <Button variant="secondary" disabled={caption === item.caption} onClick={() => save(caption)}>
        Save
      </Button>
    </div>
  )
}
