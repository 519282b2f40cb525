import ipaddr from 'ipaddr.js'

/**
 * The network of a request's address (`request.ip`): the address itself, or the /64 of IPv6, which is what a household or a
 * rented machine has. An IPv4-mapped IPv6 address counts as IPv4.
 */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
