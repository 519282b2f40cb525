import * as z from 'zod/mini'

const count = z.int().check(z.minimum(0))

/** Description of a backup: its first entry. */
export const SiteFacts = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  program: z.string(),
  /** The database's last migration. */
  schema: count,
  postgres: z.string(),
  site_name: z.string(),
  public_url: z.string(),
  /** Of the site's secret, which the backup does not contain. */
  secret_fingerprint: z.nullable(z.string()),
})
export type SiteFacts = z.output<typeof SiteFacts>

/** Contents of a backup: its last entry. */
export const Manifest = z.object({
  /** Columns of each table in the order of its rows, and the number of rows. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: count })),
  /** Last value of each sequence. */
  sequences: z.record(z.string(), z.nullable(z.int())),
  jobs: count,
  /** Queues that contained jobs. */
  queues: z.array(z.string()),
  files: z.object({
    count,
    bytes: count,
    /** Keys of files that were missing, or whose bytes did not match their stored hash. */
    missing: z.array(z.string()),
    damaged: z.array(z.string()),
  }),
  /** Over all preceding entries: names, sizes and contents. */
  sha256: z.string(),
})
export type Manifest = z.output<typeof Manifest>
