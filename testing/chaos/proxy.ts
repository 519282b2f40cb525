import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Pair = { near: Socket; far: Socket; isAbandoned: boolean }

export type Proxy = {
  port: number
  /** Resets every connection, and refuses new ones until `open`. */
  cut: () => void
  /** Blocks data in both directions until `open`; connections stay open, and new ones are accepted. */
  stall: () => void
  /** Delays each chunk by this many milliseconds, until `open`. */
  slow: (ms: number) => void
  /** Sends FIN to the clients, but continues to read from them. */
  halfClose: () => void
  /** Silently blocks existing connections forever; new ones work. */
  abandon: () => void
  open: () => void
  stop: () => Promise<void>
}

/** TCP proxy that simulates network faults. */
export const startProxy = async (target: NetConnectOpts): Promise<Proxy> => {
  const pairs = new Set<Pair>()
  let refuses = false
  let delayMs = 0
  let passage = Promise.withResolvers<void>()
  passage.resolve()

  const carry = async (pair: Pair, from: Socket, to: Socket) => {
    try {
      for await (const piece of from.iterator({ destroyOnReturn: false })) {
        if (delayMs > 0) await sleep(delayMs)
        await passage.promise
        if (pair.isAbandoned) return
        if (!to.write(piece as Buffer)) await once(to, 'drain')
      }
      await passage.promise
      to.end()
    } catch {
      to.destroy()
    }
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    if (refuses) return near.destroy()
    const far = connect({ ...target, allowHalfOpen: true })
    const pair = { near, far, isAbandoned: false }
    pairs.add(pair)
    for (const each of [near, far]) each.on('error', () => {})
    near.once('close', () => far.destroy())
    far.once('close', () => {
      near.destroy()
      pairs.delete(pair)
    })
    void carry(pair, near, far)
    void carry(pair, far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const open = () => {
    refuses = false
    delayMs = 0
    passage.resolve()
  }
  const cut = () => {
    refuses = true
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    stall: () => {
      passage = Promise.withResolvers()
    },
    slow: (ms) => {
      delayMs = ms
    },
    halfClose: () => {
      for (const { near } of pairs) near.end()
    },
    abandon: () => {
      for (const pair of pairs) pair.isAbandoned = true
    },
    open,
    stop: async () => {
      open()
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
