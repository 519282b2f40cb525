import { describe, expect, test } from 'vitest'

import {
  type DemoAction,
  type DemoQuest,
  demoReducer,
  type DemoState,
  isConsistent,
  isQuestDone,
  learnerOf,
  MAX_INTERACTIONS,
  startOfDemo,
} from './demo.ts'
import type { Pillar } from './pillars.ts'
import { totalXp } from './xp.ts'

const AT = '2026-11-20T10:00:00.000Z'

const quest = (id: string, ...tasks: [Pillar, number][]): DemoQuest => ({
  id,
  title: `Quest ${id}`,
  description: '',
  motif: null,
  appeal: '',
  tasks: tasks.map(([pillar, xp], index) => ({
    id: `${id}${index + 1}`,
    title: `Task ${index + 1}`,
    instructions: '',
    pillar,
    xp,
  })),
  totalXP: tasks.reduce((sum, [, xp]) => sum + xp, 0),
})

const PARK = quest(
  'park',
  ['critical_thinking', 70],
  ['communication', 70],
  ['creativity', 80],
  ['practical_skills', 80],
)
const SHOW = quest(
  'show',
  ['critical_thinking', 60],
  ['practical_skills', 70],
  ['communication', 80],
  ['cultural_literacy', 60],
  ['creativity', 80],
)
const FUTURE = quest(
  'future',
  ['cultural_literacy', 70],
  ['critical_thinking', 80],
  ['communication', 70],
  ['practical_skills', 90],
  ['creativity', 90],
)
const QUESTS = [
  PARK,
  SHOW,
  FUTURE,
  quest('sound', ['creativity', 50]),
  quest('fifth', ['creativity', 50]),
]

const reduce = demoReducer(QUESTS)
type DemoInput = DemoAction extends infer A ? (A extends unknown ? Omit<A, 'at'> : never) : never
const after = (...inputs: DemoInput[]): DemoState => goOn(startOfDemo(), ...inputs)
const goOn = (state: DemoState, ...inputs: DemoInput[]): DemoState =>
  inputs.reduce((before, doing) => reduce(before, { ...doing, at: AT } as DemoAction), state)
const allTasksOf = ({ tasks }: DemoQuest): DemoInput[] =>
  tasks.map(({ id }) => ({ type: 'completeTask', taskId: id, evidence: 'my work' }))

describe('steps', () => {
  test('go forward one by one and stop at the last', () => {
    const walk = Array.from({ length: 9 }, (): DemoInput => ({ type: 'next' }))
    expect(walk.map((_, index) => after(...walk.slice(0, index + 1)).currentStep)).toEqual([
      1, 2, 3, 4, 5, 6, 6, 6, 6,
    ])
  })

  test('go back and stop at the first', () => {
    const atThird = after({ type: 'next' }, { type: 'next' })
    const backs = Array.from({ length: 4 }, (): DemoInput => ({ type: 'back' }))
    expect(
      backs.map((_, index) => goOn(atThird, ...backs.slice(0, index + 1)).currentStep),
    ).toEqual([1, 0, 0, 0])
  })

  test('at the ends nothing at all changes', () => {
    const first = startOfDemo()
    expect(goOn(first, { type: 'back' })).toBe(first)
    const last = after(...Array.from({ length: 6 }, (): DemoInput => ({ type: 'next' })))
    expect(goOn(last, { type: 'next' })).toBe(last)
  })
})

describe('personas', () => {
  test.each(['student', 'parent', 'educator'] as const)('%s leads to step 1', (persona) => {
    expect(after({ type: 'choosePersona', persona })).toMatchObject({ persona, currentStep: 1 })
  })

  test('only the parent is shown the accredited option', () => {
    const shown = (['student', 'parent', 'educator'] as const).map(
      (persona) => after({ type: 'choosePersona', persona }).showAccreditedOption,
    )
    expect(shown).toEqual([false, true, false])
  })

  test('whoever changes from parent to student no longer sees it', () => {
    const state = after(
      { type: 'choosePersona', persona: 'parent' },
      { type: 'choosePersona', persona: 'student' },
    )
    expect(state.showAccreditedOption).toBe(false)
  })
})

describe('the academy tier', () => {
  test('toggles the accredited option', () => {
    const academy = after({ type: 'chooseTier', tier: 'enterprise' })
    expect(academy.showAccreditedOption).toBe(true)
    expect(goOn(academy, { type: 'chooseTier', tier: 'creator' }).showAccreditedOption).toBe(false)
  })

  test('leaves it to a parent who chooses another tier', () => {
    const state = after(
      { type: 'choosePersona', persona: 'parent' },
      { type: 'chooseTier', tier: 'enterprise' },
      { type: 'chooseTier', tier: 'free' },
    )
    expect(state).toMatchObject({ showAccreditedOption: true, subscriptionTier: 'free' })
  })
})

describe('quests', () => {
  const pick = (...ids: string[]) =>
    ids.map((questId): DemoInput => ({ type: 'toggleQuest', questId }))

  test('are picked and put back', () => {
    expect(after(...pick('park', 'show')).selectedQuests).toEqual(['park', 'show'])
    expect(after(...pick('park', 'show', 'park')).selectedQuests).toEqual(['show'])
  })

  test('are at most four', () => {
    const four = after(...pick('park', 'show', 'future', 'sound'))
    expect(goOn(four, ...pick('fifth'))).toBe(four)
    expect(goOn(four, ...pick('park', 'fifth')).selectedQuests).toEqual([
      'show',
      'future',
      'sound',
      'fifth',
    ])
  })

  test('that do not exist are not picked', () => {
    expect(after(...pick('nowhere')).selectedQuests).toEqual([])
  })

  test('selecting one leads to its tasks, step 3', () => {
    expect(after({ type: 'selectQuest', questId: 'show' })).toMatchObject({
      selectedQuest: 'show',
      currentStep: 3,
    })
    expect(after({ type: 'selectQuest', questId: 'nowhere' })).toEqual(startOfDemo())
  })

  test('going on from the choice opens the first that was picked', () => {
    const state = after({ type: 'next' }, { type: 'next' }, ...pick('show', 'park'), {
      type: 'next',
    })
    expect(state).toMatchObject({ selectedQuest: 'show', currentStep: 3 })
  })
})

describe('tasks', () => {
  test('earn their XP in their pillar, and are kept with evidence and time', () => {
    const state = after({ type: 'completeTask', taskId: 'park1', evidence: '  Three surprises ' })
    expect(state.earnedXP).toEqual({
      creativity: 0,
      critical_thinking: 70,
      practical_skills: 0,
      communication: 0,
      cultural_literacy: 0,
    })
    expect(state.completedTasks).toEqual([
      { taskId: 'park1', evidence: 'Three surprises', timestamp: AT },
    ])
    expect(state.submittedWork).toEqual([
      {
        questId: 'park',
        taskId: 'park1',
        work: 'Three surprises',
        visibility: 'public',
        timestamp: AT,
      },
    ])
  })

  test('count once', () => {
    const once = after({ type: 'completeTask', taskId: 'park1', evidence: 'a' })
    expect(goOn(once, { type: 'completeTask', taskId: 'park1', evidence: 'b' })).toBe(once)
  })

  test('without words, or of no quest, do not count', () => {
    expect(after({ type: 'completeTask', taskId: 'park1', evidence: ' \n ' })).toEqual(
      startOfDemo(),
    )
    expect(after({ type: 'completeTask', taskId: 'park9', evidence: 'a' })).toEqual(startOfDemo())
  })

  test.each([
    [
      'park',
      PARK,
      // Half of 300 over four pillars: 38, 38, 37, 37.
      {
        creativity: 118,
        critical_thinking: 108,
        practical_skills: 117,
        communication: 107,
        cultural_literacy: 0,
      },
      450,
    ],
    [
      'show',
      SHOW,
      // Half of 350 over five pillars: 35 each.
      {
        creativity: 115,
        critical_thinking: 95,
        practical_skills: 105,
        communication: 115,
        cultural_literacy: 95,
      },
      525,
    ],
    [
      'future',
      FUTURE,
      // Half of 400 over five pillars: 40 each.
      {
        creativity: 130,
        critical_thinking: 120,
        practical_skills: 130,
        communication: 110,
        cultural_literacy: 110,
      },
      600,
    ],
  ] as const)('all tasks of %s bring the bonus', (_, whole, earned, total) => {
    const state = after(...allTasksOf(whole))
    expect(isQuestDone(state, whole)).toBe(true)
    expect(state.earnedXP).toEqual(earned)
    expect(totalXp(state.earnedXP)).toBe(total)
  })

  test('the bonus comes with the last task and not before', () => {
    const [last, ...others] = allTasksOf(PARK).toReversed()
    const almost = after(...others)
    expect(totalXp(almost.earnedXP)).toBe(220)
    expect(last && totalXp(goOn(almost, last).earnedXP)).toBe(450)
  })

  test('of several quests add up', () => {
    const state = after(...allTasksOf(PARK), ...allTasksOf(SHOW), ...allTasksOf(FUTURE))
    expect(totalXp(state.earnedXP)).toBe(450 + 525 + 600)
  })

  test('can be shown to fewer people', () => {
    const state = after(
      { type: 'completeTask', taskId: 'park1', evidence: 'a' },
      { type: 'completeTask', taskId: 'park2', evidence: 'b' },
      { type: 'setVisibility', taskId: 'park2', visibility: 'private' },
    )
    expect(state.submittedWork.map(({ visibility }) => visibility)).toEqual(['public', 'private'])
  })
})

describe('the diploma', () => {
  const named = { type: 'tell', inputs: { name: 'Ada', learnerName: 'Kit' } } as const

  test('names learner, quests, XP and time', () => {
    const state = after(
      { type: 'choosePersona', persona: 'student' },
      named,
      ...allTasksOf(PARK),
      { type: 'completeTask', taskId: 'show1', evidence: 'a' },
      { type: 'generateDiploma' },
    )
    expect(state.currentStep).toBe(5)
    expect(state.generatedDiploma).toEqual({
      name: 'Ada',
      completedQuest: ['Quest park'],
      earnedXP: state.earnedXP,
      totalXP: 510,
      timestamp: AT,
      isAccredited: false,
    })
  })

  test('is the learner’s, where a grown-up named one', () => {
    expect(learnerOf(after({ type: 'choosePersona', persona: 'parent' }, named))).toBe('Kit')
    expect(learnerOf(after({ type: 'choosePersona', persona: 'educator' }, named))).toBe('Kit')
    expect(learnerOf(after({ type: 'choosePersona', persona: 'student' }, named))).toBe('Ada')
  })

  test('is accredited in the academy, and where the option is shown and taken', () => {
    const academy = after({ type: 'chooseTier', tier: 'enterprise' }, { type: 'generateDiploma' })
    expect(academy.generatedDiploma?.isAccredited).toBe(true)
    const parent = after(
      { type: 'choosePersona', persona: 'parent' },
      { type: 'generateDiploma' },
      { type: 'setAccredited', isAccredited: true },
    )
    expect(parent.generatedDiploma?.isAccredited).toBe(true)
  })

  test('cannot be made accredited where the option is not shown', () => {
    const student = after(
      { type: 'choosePersona', persona: 'student' },
      { type: 'generateDiploma' },
    )
    expect(goOn(student, { type: 'setAccredited', isAccredited: true })).toBe(student)
  })

  test('is made on the way to its step, and anew once there is more work', () => {
    const steps = Array.from({ length: 5 }, (): DemoInput => ({ type: 'next' }))
    const first = after(...steps)
    expect(first.generatedDiploma?.totalXP).toBe(0)
    const more = goOn(first, { type: 'back' }, ...allTasksOf(PARK), { type: 'next' })
    expect(more.generatedDiploma?.totalXP).toBe(450)
  })
})

describe('names', () => {
  test.each(['x'.repeat(200), 'شيماء', '👩‍🚀 Zoë', '<b onclick="x">Ada</b>'])(
    '%s stays as it was typed',
    (name) => {
      const state = after(
        { type: 'choosePersona', persona: 'student' },
        { type: 'tell', inputs: { name } },
        { type: 'generateDiploma' },
      )
      expect(state.generatedDiploma?.name).toBe(name)
    },
  )
})

describe('interactions', () => {
  test('are remembered in order, typing aside', () => {
    const state = after(
      { type: 'choosePersona', persona: 'parent' },
      { type: 'tell', inputs: { name: 'A' } },
      { type: 'next' },
      { type: 'toggleQuest', questId: 'park' },
    )
    expect(state.interactions).toEqual([
      { type: 'choosePersona', timestamp: AT },
      { type: 'next', timestamp: AT },
      { type: 'toggleQuest', timestamp: AT },
    ])
  })

  test('do not grow without end', () => {
    const toggles = Array.from({ length: 300 }, (): DemoInput => ({
      type: 'toggleQuest',
      questId: 'park',
    }))
    expect(after(...toggles).interactions).toHaveLength(MAX_INTERACTIONS)
  })
})

describe('what was saved', () => {
  const worked = after(
    ...allTasksOf(PARK),
    { type: 'selectQuest', questId: 'show' },
    { type: 'generateDiploma' },
  )
  const diploma = worked.generatedDiploma!

  test('comes back whole, or is thrown away on request', () => {
    expect(after({ type: 'restore', state: worked })).toBe(worked)
    expect(goOn(worked, { type: 'startOver' })).toEqual(startOfDemo())
  })

  test.each<[string, Partial<DemoState>]>([
    ['an unknown quest', { selectedQuests: ['nowhere'] }],
    ['a quest picked twice', { selectedQuests: ['park', 'park'] }],
    ['an unknown selected quest', { selectedQuest: 'nowhere' }],
    ['XP that nobody earned', { earnedXP: { ...worked.earnedXP, creativity: 9000 } }],
    ['work without its task', { completedTasks: [] }],
    ['a diploma of more XP', { generatedDiploma: { ...diploma, totalXP: 9000 } }],
    [
      'a diploma of XP in other pillars',
      { generatedDiploma: { ...diploma, earnedXP: { ...diploma.earnedXP, creativity: 9000 } } },
    ],
    [
      'a diploma of a quest that is not done',
      { generatedDiploma: { ...diploma, completedQuest: ['Doctor of everything'] } },
    ],
  ])('does not fit with %s', (_, damage) => {
    expect(isConsistent(QUESTS, worked)).toBe(true)
    expect(isConsistent(QUESTS, { ...worked, ...damage })).toBe(false)
  })
})
