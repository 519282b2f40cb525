import * as z from 'zod/mini'

const count = z.int().check(z.minimum(0))

/** What a backup is of: its first entry. */
export const About = z.object({
  format: z.literal(1),
  made_at: z.iso.datetime(),
  program: z.string(),
  /** The last migration that the database had. */
  schema: count,
  postgres: z.string(),
  site_name: z.string(),
  public_url: z.string(),
  /** Of the site's secret, which is not in the backup. */
  secret_fingerprint: z.nullable(z.string()),
})
export type About = z.output<typeof About>

/** What is in it: its last entry. */
export const Manifest = z.object({
  /** The columns of each table, in the order in which its rows have them, and how many rows. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: count })),
  /** The last number that each sequence has given. */
  sequences: z.record(z.string(), z.nullable(z.int())),
  jobs: count,
  /** In which there were jobs. */
  queues: z.array(z.string()),
  files: z.object({
    count,
    bytes: count,
    /** Keys of those that were not there, or had other bytes than were stored once. */
    missing: z.array(z.string()),
    damaged: z.array(z.string()),
  }),
  /** Of all entries before this one: names, sizes and contents. */
  sha256: z.string(),
})
export type Manifest = z.output<typeof Manifest>
