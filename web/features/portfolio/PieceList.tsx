import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactNode, useState } from 'react'

import type { PortfolioItem } from '#contract/portfolio'
import { Button, IconButton } from '#ui/button'
import { Card } from '#ui/card'
import { PillarChip } from '#ui/pillar'
import { TextField } from '#ui/text-field'
import { toast } from '#ui/toasts'
import { EvidenceBlocks } from '#views/evidence'
import { messageOf } from '#web/api'

import { useChangePortfolio } from './queries.ts'

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list]
  const [taken] = next.splice(from, 1)
  if (taken !== undefined) next.splice(to, 0, taken)
  return next
}

/** What shows, in its order, and what could be added. Each change is stored at once. */
export const PieceList = ({ items }: { items: readonly PortfolioItem[] }) => {
  const change = useChangePortfolio()
  const shown = items.filter(({ audience }) => audience === 'public')
  const others = items.filter(({ audience }) => audience !== 'public')

  const store = (next: readonly PortfolioItem[], words?: string) =>
    change.mutate(
      {
        items: next.map(({ attempt_id, caption }) => ({ attempt_id, caption, audience: 'public' })),
      },
      {
        onSuccess: () => words && toast.success(words),
        onError: (error) => toast.error(messageOf(error, 'That was not saved. Please try again.')),
      },
    )

  return (
    <div className="space-y-8">
      <section aria-labelledby="shown">
        <h2 id="shown" className="mb-3 text-xl">
          On your page
        </h2>
        {shown.length === 0 ? (
          <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">
            Nothing is chosen yet. Add a piece from the list below.
          </p>
        ) : (
          <ol className="space-y-4">
            {shown.map((item, index) => (
              <li key={item.attempt_id}>
                <Piece item={item}>
                  <Caption
                    item={item}
                    save={(caption) =>
                      store(
                        shown.map((each) => (each === item ? { ...each, caption } : each)),
                        'Caption saved',
                      )
                    }
                  />
                  <div className="flex flex-wrap items-center gap-1">
                    <IconButton
                      label={`Move “${item.task_title}” up`}
                      disabled={index === 0}
                      onClick={() => store(moved(shown, index, index - 1))}
                    >
                      <ArrowUp aria-hidden size={18} />
                    </IconButton>
                    <IconButton
                      label={`Move “${item.task_title}” down`}
                      disabled={index === shown.length - 1}
                      onClick={() => store(moved(shown, index, index + 1))}
                    >
                      <ArrowDown aria-hidden size={18} />
                    </IconButton>
                    <Button
                      variant="quiet"
                      size="small"
                      onClick={() => store(shown.filter((each) => each !== item))}
                    >
                      Hide
                    </Button>
                  </div>
                </Piece>
              </li>
            ))}
          </ol>
        )}
      </section>
      {others.length > 0 ? (
        <section aria-labelledby="others">
          <h2 id="others" className="mb-3 text-xl">
            More of your work
          </h2>
          <ul className="space-y-4">
            {others.map((item) => (
              <li key={item.attempt_id}>
                <Piece item={item}>
                  <Button
                    variant="secondary"
                    size="small"
                    busy={change.isPending}
                    onClick={() => store([...shown, item], 'Added to your page')}
                  >
                    Show on my page
                  </Button>
                </Piece>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

const Piece = ({ item, children }: { item: PortfolioItem; children: ReactNode }) => (
  <Card className="space-y-3">
    <p className="text-sm font-semibold text-muted">{item.quest_title}</p>
    <h3 className="text-lg">{item.task_title}</h3>
    <PillarChip pillar={item.pillar} />
    <details>
      <summary className="min-h-6 font-semibold">What it shows</summary>
      <div className="pt-3">
        <EvidenceBlocks blocks={item.blocks} />
      </div>
    </details>
    {children}
  </Card>
)

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
