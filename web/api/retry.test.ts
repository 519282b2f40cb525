import { expect, test } from 'vitest'

import { ApiError, statusOf } from './error.ts'
import { retry } from './retry.ts'

const failing = (status: number, times: number) => {
  let calls = 0
  const work = async () => {
    calls += 1
    if (calls <= times) throw new ApiError({ status })
    return 'done'
  }
  return { work, calls: () => calls }
}

const whenUnavailable = (error: unknown) => statusOf(error) === 503

const waits = () => {
  const slept: number[] = []
  return { slept, sleep: async (ms: number) => void slept.push(ms), statusOf, random: () => 0.5 }
}

test('three tries by default, waiting 1 s and then half as long again, plus chance', async () => {
  const { slept, ...world } = waits()
  const { work, calls } = failing(500, 9)
  await expect(retry(work, world)).rejects.toMatchObject({ status: 500 })
  expect(calls()).toBe(3)
  expect(slept).toEqual([1500, 2000])
})

test('an answer of 503 is given 3 s', async () => {
  const { slept, ...world } = waits()
  expect(await retry(failing(503, 2).work, world)).toBe('done')
  expect(slept).toEqual([3500, 5000])
})

test('chance adds at most one second', async () => {
  const { slept, ...world } = waits()
  await retry(failing(500, 1).work, { ...world, random: () => 0.999 })
  expect(slept[0]).toBeGreaterThan(1000)
  expect(slept[0]).toBeLessThan(2000)
})

test('what another try cannot help is not tried again', async () => {
  const { slept, ...world } = waits()
  const { work, calls } = failing(400, 9)
  await expect(retry(work, { ...world, shouldRetry: whenUnavailable })).rejects.toMatchObject({
    status: 400,
  })
  expect(calls()).toBe(1)
  expect(slept).toEqual([])
})

test('each further try is announced with its number', async () => {
  const { slept, ...world } = waits()
  const said: string[] = []
  const onRetry = (attempt: number, attempts: number) => void said.push(`${attempt} of ${attempts}`)
  await retry(failing(0, 4).work, { ...world, attempts: 5, base: 3000, onRetry })
  expect(said).toEqual(['2 of 5', '3 of 5', '4 of 5', '5 of 5'])
  expect(slept).toEqual([3500, 5000, 7250, 10625])
})
