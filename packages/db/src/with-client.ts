import pg from 'pg'

/** Runs `work` on a connection of its own. Long statements can run there, because the pool's timeouts do not apply. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  // A broken connection fails the running query. Without this handler, its error event would also end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
