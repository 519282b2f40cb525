import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Alert, Button } from '#ui'
import { messageOf } from '#web/api'

import { findSubscription, subscribeDevice, unsubscribeDevice } from './push.ts'
import { choicesQuery } from './queries.ts'

/** Push subscription of this device; renders nothing if unsupported. */
export const ThisDevice = ({ pushKey }: { pushKey: string }) => {
  const device = useQuery({ queryKey: ['this device'], queryFn: findSubscription })
  const cache = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  if (!device.data?.isPossible) return null
  const { isOn } = device.data
  const change = async () => {
    setFailure(undefined)
    setIsBusy(true)
    try {
      await (isOn ? unsubscribeDevice() : subscribeDevice(pushKey))
      await device.refetch()
      await cache.invalidateQueries({ queryKey: choicesQuery.queryKey })
    } catch (error) {
      setFailure(
        error instanceof DOMException
          ? 'Your browser blocks notifications. You can change this in its settings for this site.'
          : messageOf(error),
      )
    }
    setIsBusy(false)
  }
  return (
    <div className="space-y-3">
      <p role="status">
        {isOn
          ? 'This device is notified that there is something new, but never what it is. This stops when you log out.'
          : 'This device can be notified that there is something new, but never what it is.'}
      </p>
      {failure ? (
        <Alert tone="danger" role="alert">
          {failure}
        </Alert>
      ) : null}
      <Button variant="secondary" busy={isBusy} onClick={() => void change()}>
        {isOn ? 'Turn off on this device' : 'Turn on for this device'}
      </Button>
    </div>
  )
}
