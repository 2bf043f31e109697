import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

// Baselines of feed.ts: two servers that repeat what the API did. Of the calls of a page, which were recorded, each
// request takes the next one. On the first server, a bare Fastify, `/N` returns the body of a call of the Nth page. On
// the second, `/N` runs the call's SQL statements with pg alone, prepared where the API prepares them.

export interface Statement {
  /** Statements without a name are planned each time. */
  name?: string
  text: string
  values: unknown[]
}
export interface RecordedCall {
  body: string
  statements: Statement[]
}
export interface ToBaseline {
  databaseUrl: string
  connections: number
  options: string
  pages: RecordedCall[][]
}
export interface FromBaseline {
  bodyPort: number
  statementPort: number
}

process.once('message', (message: ToBaseline) => void serve(message))

async function serve({ databaseUrl, connections, options, pages }: ToBaseline): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, options })
  let turn = 0
  const nextCall = (page: string) => {
    const calls = pages[Number(page)]!
    return calls[turn++ % calls.length]!
  }
  const statements = createServer((request, response) => {
    const answer = async () => {
      const rows: unknown[] = []
      for (const statement of nextCall(request.url!.slice(1)).statements) rows.push((await pool.query(statement)).rows)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => statements.listen(0, '127.0.0.1', resolve))
  const bare = fastify()
  bare.get<{ Params: { page: string } }>('/:page', (request, reply) =>
    reply.type('application/json; charset=utf-8').send(nextCall(request.params.page).body),
  )
  await bare.listen({ port: 0, host: '127.0.0.1' })
  const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
  process.send!({ bodyPort: portOf(bare.server), statementPort: portOf(statements) } satisfies FromBaseline)
}
