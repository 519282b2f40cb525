import ipaddr from 'ipaddr.js'

/**
 * Whose a request is, as far as its address (`request.ip`) tells: the address itself, or of IPv6 the /64, for that is what one
 * household or one rented machine has. An IPv4 address written as IPv6 is that IPv4 address.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
