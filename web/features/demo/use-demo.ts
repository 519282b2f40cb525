import { useEffect, useReducer, useRef } from 'react'
import { QUESTS } from 'virtual:demo-quests'

import { type DemoAction, demoReducer, type DemoState, startOfDemo } from '#rules/demo'

import { saveDemo } from './saved.ts'

const reducer = demoReducer(QUESTS)

type WithoutTime<A> = A extends unknown ? Omit<A, 'at'> : never

export type DemoProps = {
  state: DemoState
  act: (doing: WithoutTime<DemoAction>) => void
  /** False until hydration. */
  ready: boolean
}

/** State of the demo in this tab. Saved while the tab is open, and never sent anywhere. */
export const useDemo = (): Omit<DemoProps, 'ready'> => {
  const [state, dispatch] = useReducer(reducer, undefined, startOfDemo)
  const act: DemoProps['act'] = (doing) =>
    dispatch({ ...doing, at: new Date().toISOString() } as DemoAction)
  const isRestored = useRef(false)
  useEffect(() => {
    if (isRestored.current) saveDemo.write(state)
  }, [state])
  useEffect(() => {
    const restore = async () => {
      const before = await saveDemo.read(QUESTS)
      isRestored.current = true
      if (before) dispatch({ type: 'restore', state: before, at: '' })
    }
    void restore()
  }, [])
  return { state, act }
}
