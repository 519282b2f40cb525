import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { eventually } from '#testing/eventually'

import { createDatabase, createServerFolder, PASSWORD } from './postgres.ts'
import { BINARIES, type ServerProcess, startServer } from './server-process.ts'

const DEPLOY = path.resolve(import.meta.dirname, '../deploy')

export type Member = {
  name: string
  /** Of PostgreSQL. */
  port: number
  /** Ends Patroni and PostgreSQL at once, as the machine's power would. */
  cutPower: () => Promise<void>
  start: () => Promise<void>
  role: () => Promise<Role>
}

type Role = 'primary' | 'sync standby' | 'other'

export type Ports = { etcd: number; peer: number; haproxy: number; db: number[]; rest: number[] }

/** Two databases under Patroni, one etcd, and HAProxy, with the example configuration adapted to local addresses. */
export const startPatroni = async (
  folder: string,
  ports: Ports,
): Promise<{ members: Member[]; url: string; stop: () => Promise<void> }> => {
  const client = `http://127.0.0.1:${ports.etcd}`
  const peer = `http://127.0.0.1:${ports.peer}`
  await startServer(
    'etcd',
    [
      `--data-dir=${path.join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      '--log-level=error',
    ],
    ports.etcd,
  )
  const members = await Promise.all(
    ports.db.map((port, i) => createMember(folder, i, { ...ports, port, rest: ports.rest[i]! })),
  )
  await members[0]!.start()
  await eventually(async () => expectRole(members[0]!, 'primary'))
  await createDatabase(members[0]!.port)
  await members[1]!.start()
  await eventually(async () => expectRole(members[1]!, 'sync standby'))

  const example = await readFile(path.join(DEPLOY, 'patroni/haproxy.cfg'), 'utf8')
  const haproxy = path.join(folder, 'haproxy.cfg')
  await writeFile(
    haproxy,
    example
      // The test's servers do not start as root.
      .replace('  user haproxy\n  group haproxy\n', '')
      .replace('bind 127.0.0.1:6432', `bind 127.0.0.1:${ports.haproxy}`)
      .replace(' check port 8008', '')
      .replace(/10\.0\.0\.1(\d):5432/g, (_, nth: string) => {
        const i = Number(nth) - 1
        return `127.0.0.1:${ports.db[i]!} check port ${ports.rest[i]!}`
      }),
  )
  await startServer('haproxy', ['-db', '-f', haproxy], ports.haproxy)
  return {
    members,
    url: `postgres://lodestar:${PASSWORD}@127.0.0.1:${ports.haproxy}/lodestar`,
    stop: async () => {
      for (const { cutPower } of members) await cutPower()
    },
  }
}

const expectRole = async (member: Member, role: Role) => {
  const found = await member.role()
  if (found !== role) throw new Error(`${member.name} is ${found}`)
}

const createMember = async (
  folder: string,
  i: number,
  { port, rest, etcd }: { port: number; rest: number; etcd: number },
): Promise<Member> => {
  const name = `db${i + 1}`
  const data = path.join(folder, name)
  const file = path.join(folder, `${name}.yml`)
  const example = await readFile(path.join(DEPLOY, 'patroni/config.yml'), 'utf8')
  const sockets = await createServerFolder(path.join(folder, `${name}-sockets`))
  await writeFile(
    file,
    example
      .replace('name: db1', `name: ${name}`)
      .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcd}`)
      .replaceAll('10.0.0.11:8008', `127.0.0.1:${rest}`)
      .replaceAll('10.0.0.11:5432', `127.0.0.1:${port}`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replace('/usr/lib/postgresql/15/bin', BINARIES)
      .replace('/var/lib/postgresql/15/patroni', data)
      .replace('/opt/lodestar/deploy', DEPLOY)
      .replace('/var/run/postgresql', sockets)
      .replace('SUPERUSER-PASSWORD', PASSWORD)
      .replace('STANDBY-PASSWORD', PASSWORD),
  )
  let server: ServerProcess | undefined
  const status = async (check: string) =>
    (await fetch(`http://127.0.0.1:${rest}/${check}`).catch(() => undefined))?.status
  return {
    name,
    port,
    start: async () => {
      server = await startServer('patroni', [file], rest)
    },
    cutPower: async () => {
      await server?.end('SIGKILL')
      const pid = await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => undefined)
      if (pid !== undefined) killIfAlive(Number.parseInt(pid, 10))
    },
    role: async () => {
      if ((await status('primary')) === 200) return 'primary'
      return (await status('sync')) === 200 ? 'sync standby' : 'other'
    },
  }
}

const killIfAlive = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
