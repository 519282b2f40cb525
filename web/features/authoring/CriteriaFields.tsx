import Plus from 'lucide-react/icons/plus'
import { useId } from 'react'

import type { Criteria } from '#rules/badges'
import { PILLAR_NAMES, PILLARS } from '#rules/pillars'
import { Button, Select, TextField } from '#ui'

import { QuestPicker } from './QuestPicker.tsx'

type Group = Extract<Criteria, { all: unknown } | { any: unknown }>
type Leaf = Exclude<Criteria, Group>

const isGroup = (criteria: Criteria): criteria is Group => 'all' in criteria || 'any' in criteria
const partsOf = (group: Group) => ('all' in group ? group.all : group.any)
const grouped = (kind: 'all' | 'any', parts: readonly Criteria[]): Group =>
  kind === 'all' ? { all: parts } : { any: parts }
const kindOf = (group: Group) => ('all' in group ? 'all' : 'any')

const MAX_PARTS = 12

const LEAVES = {
  quests: { label: 'Complete quests', fresh: { quests: [] } },
  xp: { label: 'Earn XP', fresh: { xp: 500 } },
  tasks: { label: 'Hand in tasks', fresh: { tasks: 5 } },
  award: { label: 'Be chosen by an advisor', fresh: { award: 'advisor' } },
} as const satisfies Record<string, { label: string; fresh: Leaf }>

type Props = {
  /** Id of the first control. */
  id: string
  criteria: Criteria
  error?: string | undefined
  onChange: (criteria: Criteria) => void
}

/** Editor for conditions: groups of all or any, at most two levels deep. */
export const CriteriaFields = ({ id, criteria, error, onChange }: Props) =>
  isGroup(criteria) ? (
    <GroupFields id={id} group={criteria} depth={1} error={error} onChange={onChange} />
  ) : (
    <LeafFields leaf={criteria} onChange={onChange} />
  )

type GroupProps = Omit<Props, 'criteria'> & { group: Group; depth: number }

const GroupFields = ({ id, group, depth, error, onChange }: GroupProps) => {
  const kind = kindOf(group)
  const parts = partsOf(group)
  const set = (next: readonly Criteria[]) => onChange(grouped(kind, next))
  return (
    <div className="space-y-4">
      <div className="max-w-80">
        <Select
          id={id}
          error={error}
          label={depth === 1 ? 'A learner earns it with' : 'Which of this group'}
          value={kind}
          options={[
            { value: 'all', label: 'all of these' },
            { value: 'any', label: 'any one of these' },
          ]}
          onChange={(event) =>
            onChange(grouped(event.target.value === 'any' ? 'any' : 'all', parts))
          }
        />
      </div>
      <ol className="space-y-3">
        {parts.map((part, index) => (
          // Conditions have no identity but their position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="space-y-3 rounded-control border border-line p-4">
            {isGroup(part) ? (
              <GroupFields
                id={`${id}-${index}`}
                group={part}
                depth={depth + 1}
                onChange={(next) => set(parts.with(index, next))}
              />
            ) : (
              <LeafFields leaf={part} onChange={(next) => set(parts.with(index, next))} />
            )}
            {parts.length > 1 ? (
              <Button variant="quiet" size="small" onClick={() => set(parts.toSpliced(index, 1))}>
                Remove {isGroup(part) ? 'group' : 'condition'} {index + 1}
              </Button>
            ) : null}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          disabled={parts.length >= MAX_PARTS}
          icon={<Plus aria-hidden size={16} />}
          onClick={() => set([...parts, LEAVES.tasks.fresh])}
        >
          {depth === 1 ? 'Add a condition' : 'Add a condition to this group'}
        </Button>
        {depth === 1 ? (
          <Button
            variant="secondary"
            size="small"
            disabled={parts.length >= MAX_PARTS}
            icon={<Plus aria-hidden size={16} />}
            onClick={() =>
              set([...parts, grouped(kind === 'all' ? 'any' : 'all', [LEAVES.tasks.fresh])])
            }
          >
            Add a group
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const kindOfLeaf = (leaf: Leaf): keyof typeof LEAVES => {
  if ('quests' in leaf) return 'quests'
  if ('xp' in leaf) return 'xp'
  return 'tasks' in leaf ? 'tasks' : 'award'
}

const LeafFields = ({ leaf, onChange }: { leaf: Leaf; onChange: (leaf: Leaf) => void }) => {
  const id = useId()
  const kind = kindOfLeaf(leaf)
  return (
    <div className="space-y-4">
      <Select
        id={`${id}-kind`}
        label="Condition"
        value={kind}
        options={Object.entries(LEAVES).map(([value, { label }]) => ({ value, label }))}
        onChange={(event) => onChange(LEAVES[event.target.value as keyof typeof LEAVES].fresh)}
      />
      {'quests' in leaf ? <QuestsLeaf id={id} leaf={leaf} onChange={onChange} /> : null}
      {'xp' in leaf ? (
        <Amount
          id={id}
          label="XP"
          amount={leaf.xp}
          pillar={leaf.pillar}
          onChange={(xp, pillar) => onChange({ xp, ...pillar })}
        />
      ) : null}
      {'tasks' in leaf ? (
        <Amount
          id={id}
          label="Number of tasks"
          amount={leaf.tasks}
          pillar={leaf.pillar}
          onChange={(tasks, pillar) => onChange({ tasks, ...pillar })}
        />
      ) : null}
    </div>
  )
}

type QuestsLeafProps = {
  id: string
  leaf: Extract<Leaf, { quests: unknown }>
  onChange: (leaf: Leaf) => void
}

const QuestsLeaf = ({ id, leaf, onChange }: QuestsLeafProps) => {
  const { quests, at_least } = leaf
  return (
    <>
      <QuestPicker
        id={`${id}-quests`}
        legend="Quests"
        chosen={quests}
        onChange={(chosen) =>
          // With fewer quests than `at_least`, requires all of them.
          onChange({
            quests: chosen,
            ...(at_least !== undefined && at_least < chosen.length ? { at_least } : {}),
          })
        }
      />
      {quests.length > 1 ? (
        <div className="max-w-60">
          <Select
            id={`${id}-at-least`}
            label="How many of them"
            value={String(at_least ?? quests.length)}
            options={quests.map((_, index) => ({
              value: String(index + 1),
              label: index + 1 === quests.length ? 'All of them' : `Any ${index + 1}`,
            }))}
            onChange={(event) => {
              const count = Number(event.target.value)
              onChange({ quests, ...(count < quests.length ? { at_least: count } : {}) })
            }}
          />
        </div>
      ) : null}
    </>
  )
}

type AmountProps = {
  id: string
  label: string
  amount: number
  pillar: (typeof PILLARS)[number] | undefined
  onChange: (amount: number, pillar: { pillar?: (typeof PILLARS)[number] }) => void
}

const Amount = ({ id, label, amount, pillar, onChange }: AmountProps) => (
  <div className="grid gap-4 sm:grid-cols-2">
    <TextField
      id={`${id}-amount`}
      label={label}
      type="number"
      inputMode="numeric"
      min={1}
      value={amount === 0 ? '' : amount}
      onChange={(event) =>
        onChange(Math.max(Math.trunc(event.target.valueAsNumber || 0), 0), pillar ? { pillar } : {})
      }
    />
    <Select
      id={`${id}-pillar`}
      label="Pillar"
      value={pillar ?? ''}
      options={[
        { value: '', label: 'Any' },
        ...PILLARS.map((each) => ({ value: each, label: PILLAR_NAMES[each] })),
      ]}
      onChange={(event) => {
        const chosen = PILLARS.find((each) => each === event.target.value)
        onChange(amount, chosen ? { pillar: chosen } : {})
      }}
    />
  </div>
)
