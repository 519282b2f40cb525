import { onDatabase } from './on-database.ts'

// npm run db:migrate: migrates the database to this program's schema without starting the site.

await onDatabase(async ({ log }) => log.info('The database is up to date.'))
