/** Makes items one by one and stores each while the next is made. Rejects only once no `make` or `store` runs. */
export async function pipelineSequential<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
  store: (item: Item, made: Made) => Promise<void>,
): Promise<void> {
  let before = Promise.resolve()
  try {
    for (const item of items) {
      const made = await make(item)
      await before
      before = store(item, made)
      // The promise is awaited only after the next item is made. Until then, its rejection must not count as unhandled.
      before.catch(() => {})
    }
  } finally {
    await before
  }
}
