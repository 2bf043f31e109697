import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

// Baselines of feed.ts: two servers. The first is a bare Fastify, whose path `/N` returns the Nth body. On the second,
// `/N` runs the Nth list of SQL statements with pg alone, as named statements like Toile's.

export interface Statement {
  name: string
  text: string
  values: unknown[]
}
export interface ToBaseline {
  databaseUrl: string
  connections: number
  options: string
  bodies: string[]
  lists: Statement[][]
}
export interface FromBaseline {
  bodyPort: number
  statementPort: number
}

process.once('message', (message: ToBaseline) => void serve(message))

async function serve({ databaseUrl, connections, options, bodies, lists }: ToBaseline): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, options })
  const statements = createServer((request, response) => {
    const answer = async () => {
      const rows: unknown[] = []
      for (const statement of lists[Number(request.url!.slice(1))]!) rows.push((await pool.query(statement)).rows)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => statements.listen(0, '127.0.0.1', resolve))
  const bare = fastify()
  bare.get<{ Params: { index: string } }>('/:index', (request, reply) =>
    reply.type('application/json; charset=utf-8').send(bodies[Number(request.params.index)]),
  )
  await bare.listen({ port: 0, host: '127.0.0.1' })
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  process.send!({ bodyPort: portOf(bare.server), statementPort: portOf(statements) } satisfies FromBaseline)
}
