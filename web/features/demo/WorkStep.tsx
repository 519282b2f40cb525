import { QUESTS } from 'virtual:demo-quests'

import { DEMO_VISIBILITIES, type DemoVisibility } from '#rules/demo'
import { type Tier, TIERS } from '#rules/tiers'
import { Button, RadioCards, Select } from '#ui'
import { useSettings } from '#views/site'

import { AccreditedOption } from './AccreditedOption.tsx'
import { DemoStep } from './DemoStep.tsx'
import type { DemoProps } from './use-demo.ts'

const VISIBILITIES = {
  public: 'Public',
  family: 'Family and teachers',
  private: 'Only me',
} satisfies Record<DemoVisibility, string>

const TIER_CARDS = {
  free: { label: 'Free', hint: 'To get started' },
  explorer: { label: 'Explorer', hint: 'For people who want more' },
  creator: { label: 'Creator', hint: 'For people who make a lot' },
  enterprise: { label: 'Academy', hint: 'Toward an accredited diploma' },
} satisfies Record<Tier, unknown>

const titleOf = (taskId: string) =>
  QUESTS.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId)?.title ?? ''

export const WorkStep = ({ state, act }: DemoProps) => {
  const { submittedWork, subscriptionTier, showAccreditedOption } = state
  const { offers } = useSettings()
  const tiers = TIERS.filter(
    (tier) => tier !== 'enterprise' || offers.includes('accredited_diploma'),
  )
  return (
    <DemoStep
      title="Your work, and who can see it"
      lead="In this demo, work starts out public. A real learner’s work is private until they choose to share it."
      onBack={() => act({ type: 'back' })}
      ways={
        <Button size="large" onClick={() => act({ type: 'generateDiploma' })}>
          See diploma
        </Button>
      }
    >
      {submittedWork.length === 0 ? (
        <p className="rounded-card border border-line bg-surface p-5 text-muted">
          Nothing is handed in yet. Go back and complete a task, and it appears here.
        </p>
      ) : (
        <ul className="grid gap-5 lg:grid-cols-2">
          {submittedWork.map(({ taskId, work, visibility }) => (
            <li
              key={taskId}
              className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5 shadow-low"
            >
              <h3 className="text-lg">{titleOf(taskId)}</h3>
              <p dir="auto" className="grow whitespace-pre-line">
                {work}
              </p>
              <Select
                id={`visibility-${taskId}`}
                label="Who can see it"
                options={DEMO_VISIBILITIES.map((value) => ({ value, label: VISIBILITIES[value] }))}
                value={visibility}
                onChange={({ currentTarget }) =>
                  act({
                    type: 'setVisibility',
                    taskId,
                    visibility: currentTarget.value as DemoVisibility,
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-10 space-y-5">
        <RadioCards
          legend="Plan for this demo"
          name="tier"
          columns={2}
          options={tiers.map((value) => ({
            value,
            ...TIER_CARDS[value],
            checked: subscriptionTier === value,
          }))}
          onChange={({ currentTarget }) =>
            act({ type: 'chooseTier', tier: currentTarget.value as Tier })
          }
        />
        {showAccreditedOption ? <AccreditedOption /> : null}
      </div>
    </DemoStep>
  )
}
