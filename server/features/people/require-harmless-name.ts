import { invalid } from '#platform/http'
import { isHarmlessName } from '#rules/messages'

const MESSAGE = 'Please enter the name people know you by'

/** @throws invalid for a name that is a message: minors see it in connection requests from strangers */
export const requireHarmlessName = ({
  first_name,
  last_name,
}: {
  first_name: string
  last_name: string
}): void => {
  if (!isHarmlessName(`${first_name} ${last_name}`)) throw invalid(MESSAGE, { first_name: MESSAGE })
}
