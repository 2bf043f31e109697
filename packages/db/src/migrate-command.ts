import { readFileSync } from 'node:fs'
import { migrate, SchemaTooOld } from './migrate.js'

// Applies missing migrations to DATABASE_URL, or to the URL in the file DATABASE_URL_FILE, and prints their names.

const file = process.env['DATABASE_URL_FILE']
const url = file ? readFileSync(file, 'utf8').trim() : process.env['DATABASE_URL']
if (!url) throw new Error('DATABASE_URL is not set')
try {
  const applied = await migrate(url)
  console.log(applied.length ? `migrated: ${applied.join(', ')}` : 'schema is up to date')
} catch (error) {
  if (!(error instanceof SchemaTooOld)) throw error
  console.error(error.message)
  process.exitCode = 1
}
