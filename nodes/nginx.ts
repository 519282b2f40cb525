import { copyFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { startServer } from './server-process.ts'

const SETTINGS = path.resolve(import.meta.dirname, '../deploy/nginx')

/** Starts nginx as a load balancer, with the nodes' addresses replacing those in upstream.conf. */
export const startNginx = async (
  folder: string,
  port: number,
  nodes: readonly { port: number }[],
): Promise<{ url: string }> => {
  const example = await readFile(path.join(SETTINGS, 'upstream.conf'), 'utf8')
  const upstream = example.replace(
    /10\.0\.0\.2(\d):3000/g,
    (_, nth: string) => `127.0.0.1:${nodes[Number(nth) - 1]!.port}`,
  )
  await copyFile(path.join(SETTINGS, 'proxy.conf'), path.join(folder, 'proxy.conf'))
  const file = path.join(folder, 'nginx.conf')
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n  ')
  await writeFile(
    file,
    `daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${scratch}
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    include proxy.conf;
  }
}
`,
  )
  await startServer('nginx', ['-c', file, '-e', 'stderr'], port)
  return { url: `http://localhost:${port}` }
}
