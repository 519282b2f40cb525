import { useState } from 'react'

import type { PortfolioItem } from '#contract/portfolio'
import { Button, LoadMore, moveItem, toast, useFirstScreen } from '#ui'
import { messageOf } from '#web/api'

import { AUDIENCE_WORDS } from './labels.ts'
import { Piece } from './Piece.tsx'
import { PortfolioPiece } from './PortfolioPiece.tsx'
import { useChangePortfolio } from './queries.ts'

/** Pieces offered at a time. */
const OFFERED = 20

type PieceListProps = { items: readonly PortfolioItem[]; isKeptInside: boolean }

/** Selected pieces in order, and available ones. Each change is saved immediately. */
export const PieceList = ({ items, isKeptInside }: PieceListProps) => {
  const change = useChangePortfolio()
  const shown = items.filter(({ audience }) => audience !== 'private')
  const drawn = useFirstScreen(shown)
  const others = items.filter(({ audience }) => audience === 'private')
  const [offered, setOffered] = useState(OFFERED)
  // Widest audience that new pieces may have.
  const usual = isKeptInside ? 'family' : 'public'

  const store = (next: readonly PortfolioItem[], words: string) =>
    change.mutate(
      {
        body: {
          items: next.map(({ attempt_id, caption, audience }) => ({
            attempt_id,
            caption,
            audience,
          })),
        },
      },
      {
        onSuccess: () => toast.success(words),
        onError: (error) =>
          toast.error(messageOf(error, 'Your change could not be saved. Please try again.')),
      },
    )

  return (
    <div className="space-y-8">
      <section aria-labelledby="shown">
        <h2 id="shown" className="mb-1 text-xl">
          On your page
        </h2>
        <p className="mb-4 text-muted">
          Your work is shown in this order. Move a piece with the arrows, or drag it by its handle.
        </p>
        {shown.length === 0 ? (
          <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">
            Nothing here yet. Add a piece from the list below.
          </p>
        ) : (
          <ol className="space-y-4">
            {drawn.map((item, index) => (
              <PortfolioPiece
                key={item.attempt_id}
                item={item}
                index={index}
                count={shown.length}
                isKeptInside={isKeptInside}
                onMove={(from, to) =>
                  store(
                    moveItem(shown, from, to),
                    `“${shown[from]?.task_title}” is now number ${to + 1}`,
                  )
                }
                onChange={(part) =>
                  store(
                    shown.map((each) => (each === item ? { ...each, ...part } : each)),
                    part.audience ? AUDIENCE_SAVED[part.audience] : 'Caption saved',
                  )
                }
              />
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
            {others.slice(0, offered).map((item) => (
              <li key={item.attempt_id}>
                <Piece item={item}>
                  <Button
                    variant="secondary"
                    size="small"
                    busy={change.isPending}
                    onClick={() =>
                      store([...shown, { ...item, audience: usual }], 'Added to your page')
                    }
                  >
                    Show on my page
                  </Button>
                </Piece>
              </li>
            ))}
          </ul>
          <LoadMore
            list={{
              hasNextPage: others.length > offered,
              isFetchingNextPage: false,
              fetchNextPage: () => setOffered(offered + OFFERED),
            }}
          />
        </section>
      ) : null}
    </div>
  )
}

const AUDIENCE_SAVED = {
  private: 'Hidden from your page',
  family: `Shown to: ${AUDIENCE_WORDS.family}`,
  advisor: `Shown to: ${AUDIENCE_WORDS.advisor}`,
  link: `Shown to: ${AUDIENCE_WORDS.link}`,
  public: `Shown to: ${AUDIENCE_WORDS.public}`,
}
