import { expect, test } from 'vitest'

import { createQueue } from './index.ts'

/** A queue with concurrency 1 whose work ends on the test's command; `order` lists the turns. */
const startQueue = (maxWaiting: number) => {
  const queue = createQueue({ concurrency: 1, maxWaiting, full: () => new Error('full') })
  const order: string[] = []
  const ends: (() => void)[] = []
  const bring = (whose: string) =>
    queue(() => {
      order.push(whose)
      return new Promise<void>((end) => ends.push(end))
    }, whose)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.()
      await settle()
    }
  }
  return { bring, order, endAll }
}

test('those who share a queue take turns, however much one of them brings', async () => {
  const { bring, order, endAll } = startQueue(10)
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(bring)
  await endAll()
  await Promise.all(all)
  expect(order.join('')).toBe('aabcaba')
})

test('a full queue refuses whoever has most in it, and lets others in', async () => {
  const { bring, order, endAll } = startQueue(3)
  const flood = Array.from({ length: 6 }, () => bring('a'))
  const other = bring('b')
  const settled = Promise.allSettled([...flood, other])
  await endAll()
  expect((await settled).map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
  ])
  expect(order.join('')).toBe('aaba')
})
