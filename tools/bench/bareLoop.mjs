/** A child of the bench: sends the requests of a file with undici, one after the other, and nothing around it. */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'

const [origin, file] = process.argv.slice(2)
const pool = new Pool(origin, { connections: 1 })
for (const request of JSON.parse(readFileSync(file, 'utf8'))) {
  const { body } = await pool.request(request)
  await body.text()
}
await pool.close()
