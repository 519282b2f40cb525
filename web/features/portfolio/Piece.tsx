import type { ReactNode } from 'react'

import type { PortfolioItem } from '#contract/portfolio'
import { Alert, Card, PillarChip } from '#ui'
import { EvidenceBlocks } from '#views/evidence'
import { OmittedWork } from '#views/quests'

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
          <OmittedWork id={item.attempt_id}>
            {(attempt) => <EvidenceBlocks blocks={attempt.blocks} />}
          </OmittedWork>
        ) : (
          <EvidenceBlocks blocks={item.blocks} />
        )}
      </div>
    </details>
    {item.kept_back.length > 0 ? (
      <Alert title="Some files are hidden from others">
        <p>
          {item.kept_back.map((name) => `“${name}”`).join(', ')} may contain details of where it was
          made or who made it. Only your family and your advisor can see it.
        </p>
      </Alert>
    ) : null}
    {children}
  </Card>
)
