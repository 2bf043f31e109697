import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

// A process of its own for feed.ts: the baselines. `/N` of one server sends the Nth list of statements by raw pg, by name as
// Toile does, and answers with their rows; `/` of the other, a Fastify, answers with the same few bytes always.

export interface Statement {
  name: string
  text: string
  values: unknown[]
}
export interface ToBaseline {
  databaseUrl: string
  connections: number
  /** Of each connection, as Toile's have them. */
  options: string
  lists: Statement[][]
}
export interface FromBaseline {
  rawPort: number
  trivialPort: number
}

process.once('message', (message: ToBaseline) => void serve(message))

async function serve({ databaseUrl, connections, options, lists }: ToBaseline): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, options })
  const raw = createServer((request, response) => {
    const answer = async () => {
      const rows: unknown[] = []
      for (const statement of lists[Number(request.url!.slice(1))]!) rows.push((await pool.query(statement)).rows)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
  const trivial = fastify()
  trivial.get('/', () => ({ ok: true }))
  await trivial.listen({ port: 0, host: '127.0.0.1' })
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  const told: FromBaseline = { rawPort: portOf(raw), trivialPort: portOf(trivial.server) }
  process.send!(told)
}
