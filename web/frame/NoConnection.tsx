import WifiOff from 'lucide-react/icons/wifi-off'
import { useSyncExternalStore } from 'react'

import { connection } from '#web/api'

/** While the server cannot be reached, a line under the top bar with what that means. */
export const NoConnection = ({ meaning }: { meaning: string }) => {
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway, () => false)
  return isAway ? (
    <p className="no-print fixed inset-x-0 top-(--top-bar) z-20 flex items-center justify-center gap-2 border-b border-line bg-warning-soft px-4 py-1 text-sm font-medium text-warning">
      <WifiOff aria-hidden size={16} className="shrink-0" />
      No connection. {meaning}
    </p>
  ) : null
}
