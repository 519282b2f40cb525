import type { ReactNode } from 'react'

import type { PortfolioItem } from '#contract/portfolio'
import { Alert, Card, PillarChip } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { LeftOut } from '#views/quests'

type PieceProps = { item: PortfolioItem; corner?: ReactNode; children: ReactNode }

/** A piece of evidence in the editor. */
export const Piece = ({ item, corner, children }: PieceProps) => (
  <Card className="space-y-3">
    <div className="flex items-start justify-between gap-3">
      <p className="text-sm font-semibold text-muted">{item.quest_title}</p>
      {corner}
    </div>
    <h3 className="text-lg">{item.task_title}</h3>
    <PillarChip pillar={item.pillar} />
    <details>
      <summary className="min-h-6 font-semibold">What it shows</summary>
      <div className="pt-3">
        {item.left_out ? (
          <LeftOut id={item.attempt_id}>
            {(attempt) => <EvidenceBlocks blocks={attempt.blocks} />}
          </LeftOut>
        ) : (
          <EvidenceBlocks blocks={item.blocks} />
        )}
      </div>
    </details>
    {item.kept_back.length > 0 ? (
      <Alert title="Not everything is shown to others">
        <p>
          {item.kept_back.map((name) => `“${name}”`).join(', ')} may still say where or by whom it
          was made. Only your family and your advisor see it.
        </p>
      </Alert>
    ) : null}
    {children}
  </Card>
)
